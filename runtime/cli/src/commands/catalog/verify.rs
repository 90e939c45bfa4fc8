//! `wayleave catalog verify`: whether a server offers what a lock file pins.

use std::{io::Write as _, path::PathBuf};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use wayleave::catalog::Difference;

use super::{
    ask::ask,
    difference, lock, lock_schema,
    server::Server,
    warnings::{self, Warning},
};
use crate::{
    Console, Exit, Stop,
    args::Format,
    console::{GOOD, HEAD},
    shown::escaped,
};

const USAGE: &str = "wayleave catalog verify [OPTIONS] <FILE> --stdio <CMD>...
       wayleave catalog verify [OPTIONS] <FILE> --url <URL>";

/// Compare what a server offers with a lock file
///
/// Exits with 0 where it is the same, or `--accept` has taken the difference into the lock file; with 1 where it differs;
/// with 2 where the server cannot be asked or a file cannot be read or written; with 4 where what the server offers has a
/// defect, and with 5 where it is over a limit. What the lock file was taken with is borne with again.
#[derive(Args, Debug)]
#[command(override_usage = USAGE)]
pub(crate) struct Arguments {
    /// The lock file
    file: PathBuf,
    /// Take what the server offers now into the lock file
    #[arg(long)]
    accept: bool,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    server: Server,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let path = &arguments.file;
    let pinned = lock::open(path, console)?;
    let live = ask(&arguments.server, pinned.binding(), pinned.applied_tolerances(), console)?;
    let difference = Difference::between(&pinned, &live);
    let differs = !difference.is_empty();
    let accepted = arguments.accept && differs;
    if accepted && let Err(error) = lock::replace(path, &lock::write(&live)?) {
        console.error(&format!("{} cannot be written: {error}", path.display()))?;
        return Ok(Exit::Trouble);
    }
    let name = path.display().to_string();
    match arguments.format {
        Format::Human => {
            let out = &mut console.out;
            let name = out.paint(HEAD, escaped(&name)).to_string();
            if differs {
                difference::write(&difference, out)?;
                let verdict = if accepted { "has been updated" } else { "pins something else" };
                writeln!(out, "\n{name} {verdict}")?;
            } else {
                let same = out.paint(GOOD, "the server offers what is pinned");
                writeln!(out, "{name}: {same}")?;
            }
            warnings::say(&live, console)?;
            if differs && !accepted {
                let accept = arguments.server.flag("--accept");
                console.note("help", &format!("{accept} takes the difference into the lock file"))?;
            }
        }
        Format::Json => console.out.json(&Verified {
            path: name,
            same: !differs,
            accepted,
            difference,
            warnings: warnings::of(&live),
            warnings_total: live.warnings_total(),
        })?,
    }
    Ok(if differs && !accepted { Exit::Failure } else { Exit::Success })
}

/// The output of `wayleave catalog verify --format json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Verified")]
#[serde(rename_all = "camelCase")]
pub(crate) struct Verified {
    /// The lock file, as it was given.
    path: String,
    /// Whether the server offers what was pinned.
    same: bool,
    /// Whether the difference was taken into the lock file.
    accepted: bool,
    /// From what was pinned to what the server offers.
    #[schemars(with = "lock_schema::Difference")]
    difference: Difference,
    /// What readers should know of what the server offers; at most 64.
    warnings: Vec<Warning>,
    /// How many warnings there were in all.
    warnings_total: u64,
}
