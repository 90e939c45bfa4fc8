//! Definitions: the model builds each, and compares all of them (U1 to U3, U7, G2).

use std::collections::HashMap;

use wayleave_model::{
    Address, Cache, Definition, DefinitionBuilder, DefinitionError, DefinitionFault, DefinitionSet, Limits,
    ReportKey, SetError, SetErrorKind, SetOptions,
};

use super::{Checked, Checker};
use crate::code::Code;
use crate::defect::Found;
use crate::quote::{escaped, quoted};
use crate::raw::{RawEntry, Text};
use crate::source::Span;

impl Checker<'_> {
    /// The definition of an entry, or a stand-in; and its address, if it has a good one.
    pub(super) fn definition(&mut self, index: usize, raw: &RawEntry<'_>) -> (Definition, Option<Address>) {
        match built(raw) {
            Ok(definition) => {
                let address = Some(definition.address().clone());
                (definition, address)
            }
            Err(error) => {
                let address = match self.address_fault(raw, &error) {
                    true => None,
                    // Something else is wrong, and was reported with the structure; it hides the address.
                    false => match addressed(Definition::builder("address"), raw).build() {
                        Ok(definition) => Some(definition.address().clone()),
                        Err(error) => {
                            self.address_fault(raw, &error);
                            None
                        }
                    },
                };
                (stand_in(index, raw, address.as_ref()), address)
            }
        }
    }

    /// Reports a fault of the URI or the template; false when the error is of another kind.
    fn address_fault(&mut self, raw: &RawEntry<'_>, error: &DefinitionError) -> bool {
        let (code, offset, help) = match error.fault() {
            DefinitionFault::Uri(error) => {
                let rest = raw.uri.and_then(|uri| uri.text.get(error.offset()..)).unwrap_or_default();
                let help = match rest.starts_with('{') && rest.contains('}') {
                    true => "a URI with variables is a template: write `uriTemplate`",
                    false => error.help(),
                };
                (Code::BadUri, error.offset(), help.to_owned())
            }
            DefinitionFault::ReservedScheme => (Code::BadUri, 0, String::new()),
            DefinitionFault::Template(error) => (Code::BadTemplate, error.offset(), error.help().to_owned()),
            _ => return false,
        };
        let message = match error.fault() {
            DefinitionFault::Uri(error) => error.kind().message().to_owned(),
            DefinitionFault::Template(error) => error.kind().message().to_owned(),
            other => other.to_string(),
        };
        if let Some(text) = address_text(raw) {
            let found = Found::new(code, text.at(self.source, offset), message);
            self.add(if help.is_empty() { found } else { found.help(escaped(&help).into_owned()) });
        }
        true
    }

    /// Compares the definitions of all entries; gives them back if nothing is wrong among them.
    pub(super) fn definitions(
        &mut self,
        raw: &[RawEntry<'_>],
        entries: &[Checked],
        limits: &Limits,
    ) -> Option<Vec<Definition>> {
        let definitions = entries.iter().map(|entry| entry.definition.clone()).collect();
        let report_key = ReportKey::default();
        let options = SetOptions { limits, report_key: &report_key, allow_overlaps: false };
        match DefinitionSet::new(definitions, options) {
            Ok(set) => Some(set.definitions().to_vec()),
            Err(errors) => {
                errors.errors().iter().for_each(|error| self.set_error(raw, error));
                None
            }
        }
    }

    /// Warns of templates that an opt-out of the check of overlaps leaves unread: a URI of one is always a URI of the
    /// other (U5, U7).
    pub(super) fn never_read(&mut self, raw: &[RawEntry<'_>], entries: &[Checked]) {
        let mut families: HashMap<String, usize> = HashMap::new();
        for (index, (entry, checked)) in raw.iter().zip(entries).enumerate() {
            let template = checked.address.as_ref().and_then(Address::as_template);
            let Some((template, text)) = template.zip(address_text(entry)) else { continue };
            let first = *families.entry(family(template.as_str())).or_insert(index);
            let Some(other) = raw.get(first).filter(|_| first != index) else { continue };
            let other_text = address_text(other).map_or("", |text| text.text);
            // Without the opt-out it is an overlap; the same text twice is named as such.
            if !(entry.overlaps || other.overlaps) || other_text == text.text {
                continue;
            }
            let other_span = address_text(other).map_or(other.span, |text| text.span);
            let message = format!(
                "this template is the same family as {} ({}): no URI of it can ever be read",
                quoted(other_text),
                self.line(other_span)
            );
            let found = Found::new(Code::NeverRead, text.span, message);
            let found = found.related(other_span, "the other template stands here");
            self.add(
                found.help(
                    "remove one of the two: every URI of one is a URI of the other, so it is ambiguous",
                ),
            );
        }
    }

    fn set_error(&mut self, raw: &[RawEntry<'_>], error: &SetError) {
        let Some(entry) = raw.get(error.index).filter(|_| !self.defects.skips()) else { return };
        let name = |entry: &RawEntry<'_>| entry.name.map_or(entry.span, |name| name.span);
        let address = |entry: &RawEntry<'_>| address_text(entry).map_or(entry.span, |text| text.span);
        let meta = entry.meta.as_ref().map_or(entry.span, |meta| meta.span);
        let first = |index: &usize| raw.get(*index);
        let found = match &error.kind {
            SetErrorKind::TooMany { limit, .. } => {
                let message = format!("there are more entries than the {limit} that `maxDefinitions` allows");
                Found::new(Code::TooManyDefinitions, entry.span, message)
            }
            SetErrorKind::DuplicateName { first: index } => {
                let message = format!("two entries have the name {}", quoted(&error.name));
                let span = first(index).map_or(Span::at(0), name);
                let found = Found::new(Code::DuplicateName, name(entry), message);
                found.related(span, "the first one stands here").help("give this entry a name of its own")
            }
            SetErrorKind::DuplicateAddress { first: index } => {
                let text = address_text(entry).map_or("", |text| text.text);
                let span = first(index).map_or(Span::at(0), address);
                let found = Found::new(
                    Code::DuplicateUri,
                    address(entry),
                    format!("two entries have {}", quoted(text)),
                );
                let what = if entry.uri.is_some() { "URI" } else { "template" };
                let help = format!("give this entry a {what} of its own, or remove one of the two");
                found.related(span, "the first one stands here").help(help)
            }
            SetErrorKind::AddressTooLong { length, limit } => {
                let message = format!("this has {length} bytes, and `maxUriBytes` allows {limit}");
                Found::new(Code::UriTooLong, address(entry), message)
            }
            SetErrorKind::MetadataTooLarge { bytes } => {
                let message = format!(
                    "the description of this entry takes {bytes} bytes, and {} are allowed",
                    Limits::METADATA_BYTES
                );
                let help = "keep long texts in the body: listings carry the description whole";
                Found::new(Code::MetadataTooLarge, meta, message).help(help)
            }
            SetErrorKind::ReservedMetaKey => {
                let message = format!("the key {} is reserved", quoted(ReportKey::default().as_str()));
                Found::new(Code::ReservedMetadata, meta, message)
                    .help("it holds the report of a read: use another key")
            }
            SetErrorKind::Overlap { first: index, witness, .. } => {
                let Some(other) = first(index) else { return };
                let text = address_text(other).map_or("", |text| text.text);
                let message = format!(
                    "this template overlaps with {} ({}): both match {}",
                    quoted(text),
                    self.line(address(other)),
                    quoted(witness.as_str())
                );
                let same = address_text(entry).map(|text| family(text.text)) == Some(family(text));
                let found = Found::new(Code::Overlap, address(entry), message);
                found.related(address(other), "the other template stands here").help(match same {
                    true => {
                        "they are the same family, whatever its variables are called: remove one of the two"
                    }
                    false => "make a literal segment differ, or write `overlaps: allow` in one of the two",
                })
            }
            _ => Found::new(Code::BadValue, entry.span, error.to_string()),
        };
        self.add(found);
    }
}

/// A template without the names of its variables: two with the same are one family.
fn family(template: &str) -> String {
    let mut out = String::with_capacity(template.len());
    for (index, piece) in template.split('{').enumerate() {
        match piece.split_once('}').filter(|_| index > 0) {
            Some((_, rest)) => out.extend(["{}", rest]),
            None => out.push_str(piece),
        }
    }
    out
}

/// The text of the entry's URI or template.
pub(super) fn address_text<'t>(raw: &RawEntry<'t>) -> Option<Text<'t>> {
    raw.uri.or(raw.uri_template)
}

/// Takes the URI alone when both stand; that is reported with the structure.
fn addressed(builder: DefinitionBuilder, raw: &RawEntry<'_>) -> DefinitionBuilder {
    match (raw.uri, raw.uri_template) {
        (Some(uri), _) => builder.uri(uri.text),
        (None, Some(template)) => builder.uri_template(template.text),
        (None, None) => builder,
    }
}

fn built(raw: &RawEntry<'_>) -> Result<Definition, DefinitionError> {
    let mut builder = addressed(Definition::builder(raw.name.map_or("", |name| name.text)), raw);
    if let Some(title) = raw.title {
        builder = builder.title(title.text);
    }
    if let Some(description) = raw.description {
        builder = builder.description(description.text);
    }
    if let Some(mime_type) = raw.mime_type {
        builder = builder.mime_type(mime_type.text);
    }
    if let Some(size) = raw.size {
        builder = builder.size(size);
    }
    if let Some(annotations) = &raw.annotations {
        builder = builder.annotations(annotations.clone());
    }
    for icon in &raw.icons {
        builder = builder.icon(icon.clone());
    }
    if let Some(meta) = &raw.meta {
        builder = builder.meta(meta.value.clone());
    }
    if let Some(cache) = &raw.cache {
        let scope = cache.scope.map(|scope| scope.value).unwrap_or_default();
        builder = builder.cache(Cache { ttl: cache.ttl.unwrap_or_default(), scope });
    }
    if raw.overlaps {
        builder = builder.allow_overlaps();
    }
    builder.build()
}

/// A definition with what is good of this entry, so that a second fault in its name or address is found too. What is
/// not good is made up from the entry's position, and equals nothing.
fn stand_in(index: usize, raw: &RawEntry<'_>, address: Option<&Address>) -> Definition {
    let made_up = format!("stand-in:{index}");
    let name = raw.name.map_or("", |name| name.text);
    let with = |name: &str| {
        let builder = Definition::builder(name);
        let builder = match address {
            Some(Address::Uri(uri)) => builder.uri(uri.as_str()),
            Some(Address::Template(template)) => builder.uri_template(template.as_str()),
            None => builder.uri(&*made_up),
        };
        let builder = if raw.overlaps { builder.allow_overlaps() } else { builder };
        let builder = match &raw.meta {
            Some(meta) => builder.meta(meta.value.clone()),
            None => builder,
        };
        builder.build()
    };
    match with(name).or_else(|_| with(&made_up)) {
        Ok(definition) => definition,
        Err(_) => unreachable!("a checked address and a made-up name build"),
    }
}
