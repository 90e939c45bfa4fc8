//! `wayleave generate docs`: the pages of a manifest.

use std::{
    error::Error,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use wayleave_codegen::pages::{PagesError, Templates, render};

use super::files;
use crate::{Console, Exit, Stop, manifest, output};

/// Write pages about what a manifest serves
///
/// The pages are `index.html`, which needs no other file, and `index.md`. Without `--out` the Markdown goes to
/// stdout. The content of the resources is on no page.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The manifest
    manifest: PathBuf,
    /// Write the pages into this folder
    #[arg(long, value_name = "DIR", value_parser = output::folder())]
    out: Option<PathBuf>,
    /// Take templates from this folder; a file of it replaces the built-in template of its name
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// Write nothing; say whether the pages in the folder are fresh
    #[arg(long, requires = "out")]
    check: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let manifest = manifest::open(&arguments.manifest, console)?;
    let templates = match &arguments.templates {
        Some(folder) => templates(folder, console)?,
        None => Templates::default(),
    };
    let pages = match render(&manifest, &templates) {
        Ok(pages) => pages,
        Err(error) => return fault(&error, console),
    };
    match &arguments.out {
        Some(folder) if arguments.check => files::check(folder, &pages.files(), console),
        Some(folder) => files::write(folder, &pages.files(), console),
        None => {
            let out = &mut console.out;
            let text = out.content(&pages.markdown);
            write!(out, "{text}")?;
            Ok(Exit::Success)
        }
    }
}

/// The built-in templates with those of the folder in their place. Hidden files are left alone.
fn templates(folder: &Path, console: &mut Console<'_>) -> Result<Templates, Stop> {
    let mut templates = Templates::default();
    for path in sorted(folder).or_else(|error| unreadable(folder, &error, console))? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        if !Templates::names().any(|known| known == name) {
            let known: Vec<_> = Templates::names().collect();
            console.error(&format!("{} replaces no template", path.display()))?;
            console.note("help", &format!("the templates are {}", known.join(", ")))?;
            return Err(Stop::Said(Exit::Trouble));
        }
        let text = fs::read_to_string(&path).or_else(|error| unreadable(&path, &error, console))?;
        if let Err(error) = templates.replace(&name, text) {
            return Err(Stop::Said(fault(&error, console)?));
        }
    }
    Ok(templates)
}

/// The paths of a folder's entries in their order, so that the first fault is always the same.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
    paths.sort_unstable();
    Ok(paths)
}

/// A template is the user's own, so what the engine says of it is no secret.
fn fault(error: &PagesError, console: &mut Console<'_>) -> Result<Exit, Stop> {
    console.error(&error.to_string())?;
    if let Some(cause) = error.source() {
        console.note("cause", &cause.to_string())?;
    }
    Ok(Exit::Trouble)
}

fn unreadable<T>(path: &Path, error: &io::Error, console: &mut Console<'_>) -> Result<T, Stop> {
    console.error(&format!("{} cannot be read: {error}", path.display()))?;
    Err(Stop::Said(Exit::Trouble))
}
