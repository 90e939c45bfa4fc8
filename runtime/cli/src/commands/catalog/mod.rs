//! `wayleave catalog`: what a server offers, as a lock file that people review and that a build holds the server to
//! (C1 to C14). Each subcommand is a module; the lock file is [`lock`]'s, and how a server is reached and asked [`server`]'s
//! and [`ask`]'s.

mod align;
mod ask;
mod diff;
mod difference;
mod lock;
mod lock_schema;
mod server;
mod show;
mod snapshot;
mod unanswered;
mod values;
mod verify;
mod waiting;
mod warnings;

use clap::{Args, Subcommand};

use crate::{Console, Exit, Stop};

pub(crate) use lock_schema::{Difference as DifferenceSchema, Lock as LockSchema};
pub(crate) use show::Shown as CatalogShown;
pub(crate) use snapshot::Taken as CatalogTaken;
pub(crate) use verify::Verified as CatalogVerified;

/// Pin what an MCP server offers, and see what has changed
///
/// A lock file holds all that a server offers: its tools with their schemas, prompts, resources and instructions. Texts
/// come from the server: whatever in them is not seen, or makes them look like something else, is shown as an escape
/// such as `\u{202e}`.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

const EXITS: &str = "Exit codes:
  0  taken, shown, or the same
  1  what is compared differs
  2  wrong arguments, a file that cannot be read or written, a server that cannot be asked
  4  what the server offers has a defect, so that it cannot be pinned
  5  the server offers more than the limits allow";

#[derive(Debug, Subcommand)]
enum What {
    Snapshot(snapshot::Arguments),
    Show(show::Arguments),
    Diff(diff::Arguments),
    Verify(verify::Arguments),
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    match &arguments.what {
        What::Snapshot(arguments) => snapshot::run(arguments, console),
        What::Show(arguments) => show::run(arguments, console),
        What::Diff(arguments) => diff::run(arguments, console),
        What::Verify(arguments) => verify::run(arguments, console),
    }
}
