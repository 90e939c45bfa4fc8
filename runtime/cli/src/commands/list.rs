//! `wayleave list`: the descriptions as the gateway's listing gives them (G24).

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use wayleave::{
    Definition, Gateway,
    resource::{ListFailure, Listing},
};

use crate::{
    Caller, Console, Exit, Stop,
    args::Format,
    manifest,
    runtime::block_on,
    schema::{Resource, ResourceTemplate},
    shown::{counted, escaped},
    table::Table,
};

/// List the resources of a manifest as a client sees them
///
/// Exits with 0, and with 1 where the listing fails.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The manifest
    manifest: PathBuf,
    /// List the templates instead of the concrete resources
    #[arg(long)]
    templates: bool,
    /// The caller's name, for the policy
    #[arg(long = "as", value_name = "WHO")]
    who: Option<String>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let path = &arguments.manifest;
    let manifest = manifest::open(path, console)?;
    let gateway = manifest::gateway(path, &manifest, console)?;
    let caller = Caller::new(arguments.who.clone());
    let (listing, other) = match arguments.templates {
        true => (Listing::Templates, Listing::Resources),
        false => (Listing::Resources, Listing::Templates),
    };
    let definitions = match block_on(all_pages(&gateway, &caller, listing), console)? {
        Ok(definitions) => definitions,
        Err(failure) => {
            console.error(&failure.to_string())?;
            console.causes(&failure)?;
            return Ok(Exit::Failure);
        }
    };
    match arguments.format {
        Format::Human => {
            table(&definitions, listing, console)?;
            // What cannot be counted is said when it is asked for.
            let others =
                block_on(all_pages(&gateway, &caller, other), console)?.map_or(0, |others| others.len());
            unlisted(others, other, console)?;
        }
        Format::Json => console.out.json(&Listed::new(definitions, listing))?,
    }
    Ok(Exit::Success)
}

async fn all_pages<'g>(
    gateway: &'g Gateway<Caller>,
    caller: &Caller,
    listing: Listing,
) -> Result<Vec<&'g Definition>, ListFailure> {
    let mut definitions = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let page = gateway.list(caller, listing, cursor.as_deref()).await?;
        definitions.extend_from_slice(page.definitions());
        match page.next_cursor() {
            Some(next) => cursor = Some(next.to_owned()),
            None => return Ok(definitions),
        }
    }
}

/// Says what the other listing holds.
fn unlisted(count: usize, other: Listing, console: &mut Console<'_>) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    let message = match other {
        Listing::Templates => format!("{}: `--templates` lists them", counted(count, "template")),
        Listing::Resources => format!("{}: listed without `--templates`", counted(count, "resource")),
    };
    console.out.flush()?;
    console.note("note", &message)
}

fn table(definitions: &[&Definition], listing: Listing, console: &mut Console<'_>) -> io::Result<()> {
    let address = match listing {
        Listing::Resources => "URI",
        Listing::Templates => "TEMPLATE",
    };
    let mut table = Table::new(["NAME", address, "TYPE", "TITLE"]);
    for definition in definitions {
        let cells = [
            definition.name(),
            definition.address().as_str(),
            definition.mime_type().unwrap_or_default(),
            definition.title().unwrap_or_default(),
        ];
        table.row(cells.map(|cell| escaped(cell).into_owned()));
    }
    table.write(&mut console.out)
}

/// The output of `wayleave list --format json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "List")]
pub(crate) enum Listed<'g> {
    /// The concrete resources.
    Resources {
        /// By URI and then by name.
        #[schemars(with = "Vec<Resource>")]
        resources: Vec<&'g Definition>,
    },
    /// The families, asked for with `--templates`.
    Templates {
        /// By template and then by name.
        #[serde(rename = "resourceTemplates")]
        #[schemars(with = "Vec<ResourceTemplate>")]
        templates: Vec<&'g Definition>,
    },
}

impl<'g> Listed<'g> {
    fn new(definitions: Vec<&'g Definition>, listing: Listing) -> Self {
        match listing {
            Listing::Resources => Self::Resources { resources: definitions },
            Listing::Templates => Self::Templates { templates: definitions },
        }
    }
}
