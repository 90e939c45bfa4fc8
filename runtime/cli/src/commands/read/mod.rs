//! `wayleave read`: what one read delivers, complete or partial (G8, G13 to G17), or why it fails. To stdout goes
//! what a client would get; the host's view of a failure goes to stderr, its private causes only with `--verbose`
//! (G18).

mod files;
mod text;

use std::{error::Error as _, path::PathBuf};

use clap::{Args, ValueEnum};
use wayleave::{
    Bundle,
    resource::{CallerErrorCode, ReadFailure, ReadFailureKind},
};

use crate::{
    Caller, Console, Exit, Stop,
    manifest::{self, HandledElsewhere},
    output,
    runtime::block_on,
    shown::shell_word,
};

/// Read what a URI of a manifest serves
///
/// Exits with 0 where the bundle is complete, with 3 where it is partial, and with 1 where the read fails.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The manifest
    manifest: PathBuf,
    /// The URI, byte for byte as a client would send it
    uri: String,
    /// The caller's name, for the policy
    #[arg(long = "as", value_name = "WHO")]
    who: Option<String>,
    /// Write every item, and the report, into a file of its own in this folder; nothing is overwritten
    #[arg(long, value_name = "DIR", conflicts_with = "format", value_parser = output::folder())]
    output: Option<PathBuf>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The forms of a bundle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The contents; of several items, each under a line that describes it.
    #[default]
    #[value(alias = "human")]
    Text,
    /// The result as MCP has it.
    Json,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let path = &arguments.manifest;
    let manifest = manifest::open(path, console)?;
    let gateway = manifest::gateway(path, &manifest, console)?;
    let caller = Caller::new(arguments.who.clone());
    let bundle = match block_on(gateway.read(&caller, &arguments.uri), console)? {
        Ok(bundle) => bundle,
        Err(failure) => return failed(&failure, arguments, console),
    };
    match (&arguments.output, arguments.format) {
        (Some(folder), _) => files::write(&bundle, folder, console)?,
        (None, Format::Json) => console.out.json(&bundle)?,
        (None, Format::Text) => text::write(&bundle, console)?,
    }
    Ok(exit(&bundle))
}

fn exit(bundle: &Bundle) -> Exit {
    if bundle.is_partial() { Exit::Partial } else { Exit::Success }
}

/// First what a client is told, then what the host may know and do.
fn failed(failure: &ReadFailure, arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let told = failure.to_caller();
    console.error(told.message())?;
    console.note("host", &failure.to_string())?;
    let elsewhere = failure.source().and_then(|cause| cause.downcast_ref::<HandledElsewhere>());
    if let Some(elsewhere) = elsewhere {
        // It is our own cause, and no secret.
        console.note("hint", &elsewhere.to_string())?;
        return Ok(Exit::Failure);
    }
    let untold = failure.source().is_some() && !console.is_verbose();
    match (told.code(), failure.kind()) {
        (CallerErrorCode::InvalidUri(error), _) => console.note("help", error.help())?,
        // The entry is known: all that is to be said of it is the cause.
        (CallerErrorCode::Internal, _) | (_, ReadFailureKind::NotResolved) => {
            if untold {
                console.note("hint", "`--verbose` says why")?;
            }
        }
        (CallerErrorCode::UriTooLong, _) => {}
        _ => {
            let (path, uri) = (arguments.manifest.display().to_string(), &arguments.uri);
            let command = format!("wayleave route {} {}", shell_word(&path), shell_word(uri));
            console.note("hint", &format!("`{command}` says which entries are concerned"))?;
        }
    }
    console.causes(failure)?;
    Ok(Exit::Failure)
}
