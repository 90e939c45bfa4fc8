//! `wayleave catalog diff`: what changed between two lock files.

use std::path::PathBuf;

use clap::Args;
use wayleave::catalog::Difference;

use super::{difference, lock};
use crate::{Console, Exit, Stop, args::Format};

/// Show what has changed between two lock files
///
/// Exits with 0 where nothing has, with 1 where something has, and with 2 where a file cannot be read, or is not what was
/// written.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The lock file from before
    old: PathBuf,
    /// The lock file from after
    new: PathBuf,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let old = lock::open(&arguments.old, console)?;
    let new = lock::open(&arguments.new, console)?;
    let difference = Difference::between(&old, &new);
    match arguments.format {
        Format::Human => difference::write(&difference, &mut console.out)?,
        Format::Json => console.out.json(&difference)?,
    }
    Ok(if difference.is_empty() { Exit::Success } else { Exit::Failure })
}
