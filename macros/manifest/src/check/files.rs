//! What paths in a store lead to: folders and files that are not there, with a look for what was meant.

use std::path::Path;

use super::Checker;
use crate::code::Code;
use crate::defect::Found;
use crate::path::{Glob, PathPattern};
use crate::quote::quoted;
use crate::raw::Text;
use crate::shape::nearest;

/// How many names of a folder are looked through for one that is spelt alike.
const LOOKED_AT: usize = 256;

impl Checker<'_> {
    /// Looks for the file of a fixed path, or for the folder that a path with captures leads through.
    pub(super) fn path_in(&mut self, folder: &Path, path: &PathPattern, text: Text<'_>) {
        if !path.is_fixed() {
            let lead = path.as_str().split('{').next().unwrap_or_default();
            return self.folders_in(folder, lead, text);
        }
        let file = folder.join(path.as_str());
        let name = quoted(path.as_str());
        let linked = path.as_str().match_indices('/').map(|(slash, _)| slash).chain([path.as_str().len()]);
        let linked =
            linked.filter_map(|end| path.as_str().get(..end)).find(|part| folder.join(part).is_symlink());
        let (message, help) = if let Some(part) = linked {
            let message = format!("{} is a symbolic link, which a store does not follow", quoted(part));
            (message, "put the file itself into the store".to_owned())
        } else if file.is_file() {
            return;
        } else if file.is_dir() {
            (format!("{name} is a folder, and a body is a file"), "name a file in it".to_owned())
        } else {
            let near = missing(folder, path.as_str()).and_then(|missing| {
                let rest = path.as_str().get(missing.path.len()..).unwrap_or_default();
                missing.near.map(|near| near + rest)
            });
            let help = near.map_or(String::new(), |near| format!("did you mean {}?", quoted(&near)));
            (format!("there is no file {name} in the store"), help)
        };
        let found = Found::new(Code::MissingFile, text.span, message);
        self.add(if help.is_empty() { found } else { found.help(help) });
    }

    /// Looks for the folder that a glob leads through.
    pub(super) fn glob_in(&mut self, folder: &Path, glob: &Glob, text: Text<'_>) {
        self.folders_in(folder, glob.before(), text);
    }

    /// Warns of the first folder of `lead` that is not there. It may still be made before a read.
    fn folders_in(&mut self, folder: &Path, lead: &str, text: Text<'_>) {
        let Some((folders, _)) = lead.rsplit_once('/') else { return };
        if folder.join(folders).is_dir() {
            return;
        }
        let Some(missing) = missing(folder, folders) else { return };
        let span = text.at(self.source, missing.offset);
        let message = format!("there is no folder {} in the store", quoted(missing.path));
        let found = Found::new(Code::MissingSubfolder, span, message);
        self.add(match missing.near {
            Some(near) => found.help(format!("did you mean {}?", quoted(&near))),
            None => found.help("make the folder, or mend the path: nothing can be read through it"),
        });
    }
}

/// The first part of a path that does not exist.
struct Missing<'p> {
    /// The path up to its end.
    path: &'p str,
    /// The byte of the path at which its last segment starts.
    offset: usize,
    /// The path to something in its place that is spelt alike.
    near: Option<String>,
}

fn missing<'p>(folder: &Path, path: &'p str) -> Option<Missing<'p>> {
    let mut offset = 0;
    for segment in path.split('/') {
        let so_far = path.get(..offset + segment.len())?;
        if !folder.join(so_far).exists() {
            let parent = path.get(..offset)?;
            let names = names(&folder.join(parent));
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let near = nearest(segment, &names).map(|near| format!("{parent}{near}"));
            return Some(Missing { path: so_far, offset, near });
        }
        offset += segment.len() + 1;
    }
    None
}

/// The first names in a folder, in an order of their own.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().take(LOOKED_AT);
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}
