//! `wayleave route`: which definition answers for a URI, or why none does (U1, U2, U4 to U6). What a caller is never
//! told (G9) is told here, to whoever holds the manifest.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use wayleave::model::{Address, ExpandError, RouteId, RouteTable, Selected, Unselected, UriRef, WriteError};
use wayleave_manifest::{Entry, Manifest};

use crate::{
    Console, Exit, Stop,
    args::Format,
    console::{ERROR, GOOD, HEAD},
    manifest,
    shown::{escaped, quoted},
};

/// Show which entry of a manifest answers for a URI, or why none does
///
/// Exits with 0 where an entry answers, and with 1 where none does.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The manifest
    manifest: PathBuf,
    /// The URI, byte for byte as a client would send it
    uri: String,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let manifest = manifest::open(&arguments.manifest, console)?;
    let answer = match route(&manifest, &arguments.uri) {
        Ok(matched) => Answer::Matched(matched),
        Err(error) => Answer::Error(error),
    };
    let exit = match answer {
        Answer::Matched(_) => Exit::Success,
        Answer::Error(_) => Exit::Failure,
    };
    let routed = Routed { uri: arguments.uri.clone(), answer };
    match arguments.format {
        Format::Human => routed.write(console)?,
        Format::Json => console.out.json(&routed)?,
    }
    Ok(exit)
}

/// Asks in the order of a read: the length, U1, the table, the canonical URI, the types.
fn route(manifest: &Manifest, text: &str) -> Result<Matched, Unmatched> {
    let max_bytes = manifest.limits.max_uri_bytes;
    if text.len() > max_bytes {
        let message = format!("the URI has {} bytes, and `maxUriBytes` allows {max_bytes}", text.len());
        return Err(Unmatched::new(Reason::InvalidUri, message));
    }
    let uri = UriRef::parse(text)
        .map_err(|error| Unmatched::new(Reason::InvalidUri, format!("{error}: {}", error.help())))?;
    let table = RouteTable::new(manifest.resources.iter().map(|entry| entry.definition.address().clone()));
    let entry = |route: RouteId| manifest.resources.get(route.index());
    let selected = table.select(uri).map_err(|why| unmatched(&why, uri, &table, manifest))?;
    let entry = entry(selected.route()).ok_or_else(Unmatched::nothing)?;
    let canonical = known_as(entry, &selected, &table, manifest)?;
    Ok(Matched { canonical, ..Matched::new(entry, &selected) })
}

/// What a read asks after the selection: whether the canonical URI is too long, a value of another type, or the URI
/// another entry's with its values written as their types write them (U6, U8). That URI is given, if it is another one.
fn known_as(
    entry: &Entry,
    selected: &Selected<'_>,
    table: &RouteTable,
    manifest: &Manifest,
) -> Result<Option<String>, Unmatched> {
    let max_bytes = manifest.limits.max_uri_bytes;
    let invalid = |message| Unmatched {
        candidates: vec![entry.definition.name().to_owned()],
        ..Unmatched::new(Reason::InvalidUri, message)
    };
    let too_long = |error: ExpandError| invalid(format!("in its canonical form, {error}"));
    selected.canonical(max_bytes).map_err(too_long)?;
    let captures = selected.captures();
    let written =
        captures.written(max_bytes, |place, value| entry.captures.get(place)?.kind.canonical(value));
    let written = written.map_err(|error| match error {
        WriteError::Expand(error) => too_long(error),
        WriteError::Value { place } => {
            let value = captures.iter().nth(place).zip(entry.captures.get(place));
            invalid(value.map_or_else(String::new, |((name, value), capture)| {
                format!("capture {}: {} does not parse as {}", quoted(name), quoted(&value), capture.kind)
            }))
        }
        error => invalid(error.to_string()),
    })?;
    let Some(uri) = written else { return Ok(None) };
    let other = table.select(uri.as_ref()).ok().map(|other| other.route());
    if other == Some(selected.route()) {
        return Ok(Some(uri.as_str().to_owned()));
    }
    let other = other.and_then(|route| manifest.resources.get(route.index()));
    let names: Vec<_> =
        [entry].into_iter().chain(other).map(|entry| entry.definition.name().to_owned()).collect();
    let answers = names.last().map_or_else(String::new, |name| quoted(name));
    let message = format!(
        "with its numbers as they are written, the URI is {}, for which {answers} answers: another spelling is no way \
         round another entry",
        quoted(uri.as_str()),
    );
    Err(Unmatched { candidates: names, ..Unmatched::new(Reason::NotFound, message) })
}

/// Why the table selects nothing.
fn unmatched(why: &Unselected, uri: UriRef<'_>, table: &RouteTable, manifest: &Manifest) -> Unmatched {
    let names = |routes: &[RouteId]| {
        let entries = routes.iter().filter_map(|route| manifest.resources.get(route.index()));
        entries.map(|entry| entry.definition.name().to_owned()).collect::<Vec<_>>()
    };
    match why {
        Unselected::Shadowed { route, other } => {
            let candidates = names(&[*route, *other]);
            let message = match &*candidates {
                [written, decoded] => format!(
                    "as it is written, the URI is one of {}; with its escapes decoded, {} answers: an escape is \
                     no way round another entry",
                    quoted(written),
                    quoted(decoded),
                ),
                _ => why.to_string(),
            };
            Unmatched { candidates, ..Unmatched::new(Reason::NotFound, message) }
        }
        Unselected::Ambiguous { .. } => {
            let candidates = names(&table.matches(uri));
            let message = format!("{} templates match the URI, and none is preferred", candidates.len());
            Unmatched { candidates, ..Unmatched::new(Reason::Ambiguous, message) }
        }
        Unselected::Capture { route, variable, fault } => {
            let message = format!("capture {}: {fault}", quoted(variable));
            Unmatched { candidates: names(&[*route]), ..Unmatched::new(Reason::InvalidUri, message) }
        }
        _ if uri.is_reserved() => Unmatched::new(
            Reason::NotFound,
            "the scheme `mcp-warning` is reserved for generated warnings: it names no resource".into(),
        ),
        _ => by_escape(uri, table, manifest).unwrap_or_else(Unmatched::nothing),
    }
}

/// What is said where nothing but escapes is in the way of an entry: one stands for no literal character (U4), and none for
/// the slash between two segments (U6).
fn by_escape(uri: UriRef<'_>, table: &RouteTable, manifest: &Manifest) -> Option<Unmatched> {
    let meant = |uri: UriRef<'_>| {
        let selected = table.select_decoded(uri)?;
        match table.address(selected.route())? {
            Address::Uri(uri) => Some(uri.as_str().to_owned()),
            Address::Template(_) => {
                selected.canonical(manifest.limits.max_uri_bytes).ok().map(|uri| uri.as_str().to_owned())
            }
        }
    };
    let parted = uri.as_str().replace("%2F", "/").replace("%2f", "/");
    let (instead, why) = match meant(uri) {
        Some(instead) => (instead, "literal parts are compared as they are written"),
        None => (meant(UriRef::parse(&parted).ok()?)?, "an escaped slash parts no segments"),
    };
    // It is the advice, so it has to be right.
    let name = route(manifest, &instead).ok()?.name;
    let message = format!("only an escape keeps the URI from {}: {why}", quoted(&name));
    Some(Unmatched {
        candidates: vec![name],
        instead: Some(instead),
        ..Unmatched::new(Reason::NotFound, message)
    })
}

/// The output of `wayleave route --format json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Route")]
pub(crate) struct Routed {
    /// The URI as it was given.
    uri: String,
    #[serde(flatten)]
    answer: Answer,
}

/// Which entry answers, or why none does.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Answer {
    /// The entry that answers.
    Matched(Matched),
    /// Why none does.
    Error(Unmatched),
}

/// The entry that answers.
#[derive(Debug, Serialize, JsonSchema)]
struct Matched {
    /// The entry's name.
    name: String,
    #[serde(flatten)]
    address: Registered,
    /// The template's variables in order, each with its value, decoded once; empty for a concrete URI.
    #[schemars(with = "BTreeMap<String, String>")]
    captures: serde_json::Map<String, serde_json::Value>,
    /// The URI by which the resource is known, where the given one spells a value otherwise: `7` as `07`.
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<String>,
}

/// What the entry serves.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Registered {
    /// A concrete URI.
    Uri(String),
    /// A template.
    UriTemplate(String),
}

/// Why no entry answers.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
struct Unmatched {
    /// What to branch on.
    code: Reason,
    /// What is wrong, for people.
    message: String,
    /// The names of the entries that are concerned; empty where nothing matches.
    candidates: Vec<String>,
    /// The URI that an entry does answer for, where only escapes keep the given one from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<String>,
}

/// The kinds of reasons why no entry answers.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Code")]
enum Reason {
    /// Nothing matches, or decoding the URI's escapes leads to another entry.
    NotFound,
    /// Several templates match.
    Ambiguous,
    /// The URI is malformed, or the value of a capture is not admitted or does not parse.
    InvalidUri,
}

impl Reason {
    const fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Ambiguous => "ambiguous",
            Self::InvalidUri => "invalid_uri",
        }
    }
}

impl Matched {
    fn new(entry: &Entry, selected: &Selected<'_>) -> Self {
        let captures = selected.captures();
        Self {
            name: entry.definition.name().to_owned(),
            address: match entry.definition.address() {
                Address::Uri(uri) => Registered::Uri(uri.as_str().to_owned()),
                Address::Template(template) => Registered::UriTemplate(template.as_str().to_owned()),
            },
            captures: captures.iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
            canonical: None,
        }
    }
}

impl Unmatched {
    fn new(code: Reason, message: String) -> Self {
        Self { code, message, candidates: Vec::new(), instead: None }
    }

    fn nothing() -> Self {
        Self::new(Reason::NotFound, "no entry matches the URI".into())
    }
}

impl Routed {
    fn write(&self, console: &mut Console<'_>) -> io::Result<()> {
        let mut lines = vec![("uri", self.uri.clone(), None)];
        match &self.answer {
            Answer::Matched(matched) => {
                lines.push(("matched", matched.name.clone(), Some(GOOD)));
                match &matched.address {
                    Registered::Uri(_) => {}
                    Registered::UriTemplate(template) => lines.push(("template", template.clone(), None)),
                }
                let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
                let captures = matched.captures.iter();
                lines.extend(
                    captures.map(|(name, value)| ("capture", format!("{name} = {}", text(value)), None)),
                );
                lines.extend(matched.canonical.iter().map(|uri| ("read as", uri.clone(), None)));
            }
            Answer::Error(error) => {
                lines.push(("error", error.code.as_str().to_owned(), Some(ERROR)));
                lines.push(("message", error.message.clone(), None));
                lines.extend(error.candidates.iter().map(|name| ("candidate", name.clone(), None)));
                lines.extend(error.instead.iter().map(|uri| ("instead", uri.clone(), None)));
            }
        }
        let out = &mut console.out;
        for (head, text, style) in lines {
            let (head, text) = (out.paint(HEAD, format!("{head:<9}")), escaped(&text).into_owned());
            let text = out.paint(style.unwrap_or_default(), text);
            writeln!(out, "{head}  {text}")?;
        }
        Ok(())
    }
}
