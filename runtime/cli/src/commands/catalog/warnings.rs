//! What a catalog's readers should know before they trust it (C9).

use std::io::{self, Write as _};

use schemars::JsonSchema;
use serde::Serialize;
use wayleave::catalog::Generation;

use crate::Console;

/// A warning.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Warning {
    /// What kind of warning it is.
    #[schemars(with = "Kind")]
    kind: &'static str,
    /// The family that it is about, if it is about one.
    #[schemars(with = "Option<Family>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    family: Option<&'static str>,
    /// The text, with what the server sent escaped and cut.
    text: String,
}

/// The kinds of warnings.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
#[expect(dead_code, reason = "it describes what another type serialises")]
enum Kind {
    /// An item is not valid and is left out.
    ItemDropped,
    /// A text was too long and is cut.
    TextCut,
    /// An output schema is not valid and is left out.
    OutputSchemaDropped,
    /// Models know a tool by another name.
    NameNormalized,
    /// A text holds what is not seen, or what makes it look different.
    DeceivingText,
    /// Two names look alike.
    LookAlike,
    /// How many there were in all: the last of too many.
    Summary,
}

/// The families.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
#[expect(dead_code, reason = "it describes what another type serialises")]
enum Family {
    Tools,
    Prompts,
    Resources,
    ResourceTemplates,
}

/// The warnings of a generation.
pub(super) fn of(generation: &Generation) -> Vec<Warning> {
    let warning = |warning: &wayleave::catalog::Warning| Warning {
        kind: warning.kind().as_str(),
        family: warning.family().map(wayleave::catalog::Family::as_str),
        text: warning.text().to_owned(),
    };
    generation.warnings().iter().map(warning).collect()
}

/// Says them on stderr.
pub(super) fn say(generation: &Generation, console: &mut Console<'_>) -> io::Result<()> {
    console.out.flush()?;
    generation.warnings().iter().try_for_each(|warning| console.warn(&warning.to_string()))
}
