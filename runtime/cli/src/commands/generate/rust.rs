//! `wayleave generate rust`: the code of `manifest!` as a file to check in.

use std::{ffi::OsStr, io::Write, path::PathBuf};

use clap::Args;

use super::files;
use crate::{Console, Exit, Stop, diagnostics, manifest, output};

/// Write the code that `manifest!` makes of a manifest
///
/// Without `--out` it goes to stdout. Check the file in, name it with `mod`, and let a test run the command with
/// `--check`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The manifest
    manifest: PathBuf,
    /// Write the code into this file; `-` is stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write nothing; say whether the file is fresh
    #[arg(long, requires = "out")]
    check: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let path = &arguments.manifest;
    let (source, manifest) = manifest::opened(path, console)?;
    // The file's name alone: where it lies differs from one machine to the next.
    let name = path.file_name().map_or_else(Default::default, OsStr::to_string_lossy);
    let code = match wayleave_codegen::manifest::rust(&source, &manifest, &name) {
        Ok(code) => code,
        Err(faults) => return diagnostics::faults(&source, &faults, console),
    };
    let needs = arguments.check.then_some("--check");
    match output::file(arguments.out.as_deref(), needs, console)? {
        Some(out) if arguments.check => files::check_one(out, &code, console),
        Some(out) => files::write_one(out, &code, console),
        None => {
            let code = console.out.content(&code).into_owned();
            write!(console.out, "{code}")?;
            Ok(Exit::Success)
        }
    }
}
