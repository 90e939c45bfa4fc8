//! The folder that everything is read from.

use std::{io, path::PathBuf};

/// A folder with one folder for each project.
pub(crate) struct Store {
    root: PathBuf,
}

impl Store {
    pub(crate) fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The content of a file. Names that come from a URI are single segments: no slash, no `..` is in them.
    pub(crate) async fn read(&self, project: u32, path: &[&str]) -> io::Result<Vec<u8>> {
        tokio::fs::read(self.path(project, path)).await
    }

    /// The content of a text file.
    pub(crate) async fn read_text(&self, project: u32, path: &[&str]) -> io::Result<String> {
        tokio::fs::read_to_string(self.path(project, path)).await
    }

    /// The names of a project's notes that begin with `typed`, sorted.
    pub(crate) async fn notes(&self, project: u32, typed: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        let mut entries = tokio::fs::read_dir(self.path(project, &["notes"])).await?;
        while let Some(entry) = entries.next_entry().await? {
            if let Some(name) = entry.file_name().to_str().and_then(|name| name.strip_suffix(".md"))
                && name.starts_with(typed)
            {
                names.push(name.to_owned());
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    fn path(&self, project: u32, path: &[&str]) -> PathBuf {
        self.root.join(project.to_string()).join(path.iter().collect::<PathBuf>())
    }
}
