//! `wayleave catalog snapshot`: what a server offers, into a lock file.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use wayleave::catalog::{BindingName, Family, Generation};

use super::{
    ask::ask,
    difference::title,
    lock,
    server::Server,
    warnings::{self, Warning},
};
use crate::{
    Console, Exit, Stop,
    args::Format,
    console::HEAD,
    output,
    shown::{counted, escaped},
};

const USAGE: &str = "wayleave catalog snapshot [OPTIONS] --binding <NAME> --stdio <CMD>...
       wayleave catalog snapshot [OPTIONS] --binding <NAME> --url <URL>";

/// Write what a server offers to a lock file
///
/// Exits with 0, with 2 where the server cannot be asked or the file cannot be written, with 4 where what the server
/// offers has a defect, and with 5 where it is over a limit. No file that is there already is touched: `wayleave catalog
/// verify --accept` updates one.
#[derive(Args, Debug)]
#[command(override_usage = USAGE)]
pub(crate) struct Arguments {
    /// The name of the connection; models see it in the name of every tool
    #[arg(long, value_name = "NAME")]
    binding: String,
    /// The file to write; without it, or with `-`, the lock is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The form of the output; it says what was written, so it needs `--out`
    #[arg(long, value_enum, default_value_t, requires = "out")]
    format: Format,
    #[command(flatten)]
    server: Server,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let binding = match BindingName::new(&arguments.binding) {
        Ok(binding) => binding,
        Err(error) => {
            console.error(&error.to_string())?;
            return Ok(Exit::Trouble);
        }
    };
    let needs = matches!(arguments.format, Format::Json).then_some("--format json");
    let out = output::file(arguments.out.as_deref(), needs, console)?;
    if let Some(path) = out.filter(|path| path.symlink_metadata().is_ok()) {
        console.error(&format!("{} is there already", path.display()))?;
        console.note("help", "`wayleave catalog verify --accept` updates a lock file")?;
        return Ok(Exit::Trouble);
    }
    let generation = ask(&arguments.server, &binding, [], console)?;
    let text = lock::write(&generation)?;
    let Some(path) = out else {
        console.out.write_all(text.as_bytes())?;
        warnings::say(&generation, console)?;
        return Ok(Exit::Success);
    };
    if let Err(error) = lock::create(path, &text) {
        console.error(&format!("{} cannot be written: {error}", path.display()))?;
        return Ok(Exit::Trouble);
    }
    let taken = Taken::new(path.display().to_string(), &generation);
    match arguments.format {
        Format::Human => {
            taken.write(console)?;
            warnings::say(&generation, console)?;
        }
        Format::Json => console.out.json(&taken)?,
    }
    Ok(Exit::Success)
}

/// The output of `wayleave catalog snapshot --out FILE --format json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Snapshot")]
#[serde(rename_all = "camelCase")]
pub(crate) struct Taken {
    /// The lock file, as it was given.
    path: String,
    /// The digest of all that the server offers.
    digest: String,
    /// How many tools there are.
    tools: usize,
    /// How many prompts there are.
    prompts: usize,
    /// How many resources there are.
    resources: usize,
    /// How many resource templates there are.
    resource_templates: usize,
    /// What readers should know; at most 64.
    warnings: Vec<Warning>,
    /// How many warnings there were in all.
    warnings_total: u64,
}

impl Taken {
    fn new(path: String, generation: &Generation) -> Self {
        Self {
            path,
            digest: generation.digest().to_string(),
            tools: generation.tools().len(),
            prompts: generation.prompts().len(),
            resources: generation.resources().len(),
            resource_templates: generation.resource_templates().len(),
            warnings: warnings::of(generation),
            warnings_total: generation.warnings_total(),
        }
    }

    fn write(&self, console: &mut Console<'_>) -> io::Result<()> {
        let path = console.out.paint(HEAD, escaped(&self.path)).to_string();
        let counts = counts([self.tools, self.prompts, self.resources, self.resource_templates]);
        writeln!(console.out, "{path}: {counts}\n{}", self.digest)
    }
}

/// How many there are of each family, in the order of the families.
pub(super) fn counts(counts: [usize; 4]) -> String {
    let one = |(family, count): (Family, usize)| counted(count, title(family).trim_end_matches('s'));
    Family::ALL.into_iter().zip(counts).map(one).collect::<Vec<_>>().join(", ")
}
