//! `wayleave generate schema`: the JSON Schema of manifests, for editors.

use std::{io::Write, path::PathBuf};

use clap::Args;

use super::files;
use crate::{Console, Exit, Stop, output};

/// Write the JSON Schema of manifests
///
/// It is the same for every manifest. Without `--out` it goes to stdout.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Not read; taken so that every kind is asked for in one way
    manifest: Option<PathBuf>,
    /// Write the schema into this file; `-` is stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write nothing; say whether the file is fresh
    #[arg(long, requires = "out")]
    check: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let schema = format!("{:#}\n", wayleave_manifest::schema());
    let needs = arguments.check.then_some("--check");
    match output::file(arguments.out.as_deref(), needs, console)? {
        Some(out) if arguments.check => files::check_one(out, &schema, console),
        Some(out) => files::write_one(out, &schema, console),
        None => {
            write!(console.out, "{schema}")?;
            Ok(Exit::Success)
        }
    }
}
