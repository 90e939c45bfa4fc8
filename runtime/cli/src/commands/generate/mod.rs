//! `wayleave generate`: what can be made from a manifest. To add one, write its module and name it below; the
//! writing and the comparing of files are in [`files`].

mod docs;
mod files;
mod rust;
mod schema;
mod stubs;

use clap::{Args, Subcommand};

use crate::{Console, Exit, Stop};

/// Generate code or pages from a manifest
///
/// With `--check`, which needs `--out PATH`, nothing is written: it exits with 0 where the files are fresh, and with
/// 1 where one is not.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Docs(docs::Arguments),
    Rust(rust::Arguments),
    Stubs(stubs::Arguments),
    Schema(schema::Arguments),
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    match &arguments.what {
        What::Docs(arguments) => docs::run(arguments, console),
        What::Rust(arguments) => rust::run(arguments, console),
        What::Stubs(arguments) => stubs::run(arguments, console),
        What::Schema(arguments) => schema::run(arguments, console),
    }
}
