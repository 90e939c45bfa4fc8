//! `wayleave catalog show`: a lock file for people, with every text that a model or a person may see.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use wayleave::catalog::{Builder, Changed, Decision, DefectError, Difference, Family, Generation, Handshake};

use super::{
    difference::{key, telling, title},
    lock,
    lock_schema::Lock,
    values,
    warnings::{self, Warning},
};
use crate::{
    Console, Exit, Stop,
    args::Format,
    console::{DIM, HEAD, WARNING},
    shown::revealed,
};

/// Show a lock file
///
/// Exits with 0, and with 2 where the file cannot be read, or is not what was written.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The lock file
    file: PathBuf,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let generation = lock::open(&arguments.file, console)?;
    match arguments.format {
        Format::Human => write(&generation, console)?,
        Format::Json => console.out.json(&Shown {
            warnings: warnings::of(&generation),
            warnings_total: generation.warnings_total(),
            catalog: generation,
        })?,
    }
    Ok(Exit::Success)
}

/// The output of `wayleave catalog show --format json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Shown")]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shown {
    /// What the server offers; schemas are JSON here, however they stand in the file.
    #[schemars(with = "Lock")]
    catalog: Generation,
    /// What readers should know; at most 64. What was left out when the snapshot was taken is no longer among it.
    warnings: Vec<Warning>,
    /// How many warnings there are in all.
    warnings_total: u64,
}

fn write(generation: &Generation, console: &mut Console<'_>) -> Result<(), Stop> {
    head(generation, console)?;
    let entries = match entries(generation) {
        Ok(entries) => entries,
        Err(error) => {
            console.error(&error.to_string())?;
            return Err(Stop::Said(Exit::Trouble));
        }
    };
    for family in Family::ALL {
        let entries = entries.added(family);
        if !entries.is_empty() {
            let head = console.out.paint(HEAD, title(family));
            writeln!(console.out, "\n{head}")?;
            entries.iter().try_for_each(|shown| entry(shown, console))?;
        }
    }
    if !generation.warnings().is_empty() {
        let head = console.out.paint(WARNING, "warnings");
        writeln!(console.out, "\n{head}")?;
        generation.warnings().iter().try_for_each(|warning| writeln!(console.out, "  {warning}"))?;
    }
    Ok(())
}

/// Every entry with all that it has: what would be added to a server with none.
fn entries(generation: &Generation) -> Result<Difference, DefectError> {
    let handshake = Handshake::new(generation.protocol_version().clone(), generation.capabilities().clone());
    let nothing = Builder::new(generation.binding().clone(), handshake).build()?;
    Ok(Difference::between(&nothing, generation))
}

fn head(generation: &Generation, console: &mut Console<'_>) -> io::Result<()> {
    let mut lines = vec![("binding", generation.binding().as_str().to_owned())];
    if let Some(server) = generation.server() {
        lines.push(("server", format!("{} {}", server.name(), server.version())));
        let more =
            [("title", server.title()), ("about", server.description()), ("site", server.website_url())];
        lines.extend(more.into_iter().filter_map(|(name, text)| Some((name, text?.to_owned()))));
    }
    lines.push(("protocol", generation.protocol_version().as_str().to_owned()));
    let offered = [
        generation.tools().len(),
        generation.prompts().len(),
        generation.resources().len(),
        generation.resource_templates().len(),
    ];
    let decisions = generation.decisions();
    let offered = decisions.iter().zip(offered).map(|((family, decision), count)| match decision {
        Decision::Fetched => format!("{} {count}", title(family)),
        Decision::SkippedNotAdvertised => format!("{} not advertised", title(family)),
    });
    lines.push(("offers", offered.collect::<Vec<_>>().join(", ")));
    let tolerated: Vec<_> = generation.applied_tolerances().map(|tolerance| tolerance.as_str()).collect();
    if !tolerated.is_empty() {
        lines.push(("tolerated", tolerated.join(", ")));
    }
    lines.push(("digest", generation.digest().to_string()));
    if let Some(instructions) = generation.instructions() {
        lines.push(("instructions", instructions.to_owned()));
    }
    for (name, text) in lines {
        let text: Vec<_> = text.split('\n').map(|line| revealed(line).into_owned()).collect();
        named("", name, &text, console)?;
    }
    Ok(())
}

fn entry(shown: &Changed, console: &mut Console<'_>) -> io::Result<()> {
    let head = console.out.paint(HEAD, key(shown));
    writeln!(console.out, "  {head}")?;
    for change in telling(shown) {
        let lines = values::lines(change.field(), change.after().unwrap_or_default());
        named("    ", change.field().as_str(), &lines, console)?;
    }
    Ok(())
}

/// A name, and its value behind it or, on several lines, below it.
fn named(indent: &str, name: &str, lines: &[String], console: &mut Console<'_>) -> io::Result<()> {
    let out = &mut console.out;
    match lines {
        [line] => {
            let name = out.paint(DIM, format!("{name:<12}"));
            writeln!(out, "{indent}{name}  {line}")
        }
        lines => {
            let name = out.paint(DIM, name);
            writeln!(out, "{indent}{name}")?;
            lines.iter().try_for_each(|line| writeln!(out, "{}", format!("{indent}  {line}").trim_end()))
        }
    }
}
