//! The definitions that a macro sees at once, compared by the model as a gateway compares them (U7, G2, G15).

use proc_macro2::Span;
use wayleave_model::{Definition, DefinitionSet, Limits, ReportKey, SetError, SetErrorKind, SetOptions};

use crate::{
    attribute::{Address, Described},
    defects::Defects,
};

/// A definition and where its parts stand.
pub(crate) struct Member {
    definition: Definition,
    name: Span,
    address: Span,
    meta: Span,
    /// What makes it large, if it is too large.
    largest: Span,
}

impl Member {
    /// A definition that `described` says, of an item that stands at `item`.
    pub(crate) fn new(definition: Definition, item: Span, described: &Described) -> Self {
        let address = match &described.address {
            Some(Address::Uri(text) | Address::Template(text, _)) => text.span(),
            Some(Address::Route(_)) | None => item,
        };
        let meta = described.meta_span.unwrap_or(item);
        let metadata = serde_json::to_vec(definition.meta()).map_or(0, |json| json.len());
        let description = described.description.as_ref().map_or(item, syn::LitStr::span);
        let largest = match definition.description().map_or(0, str::len) >= metadata {
            true => description,
            false => meta,
        };
        let name = described.name.as_ref().map_or(item, syn::LitStr::span);
        Self { definition, name, address, meta, largest }
    }
}

/// Compares the definitions, and looks at each one's size and metadata.
pub(crate) fn check(members: &[Member], defects: &mut Defects) {
    let definitions = members.iter().map(|member| member.definition.clone()).collect();
    // What a gateway's own limits allow is its own to say.
    let limits = Limits { max_definitions: usize::MAX, max_uri_bytes: usize::MAX, ..Limits::default() };
    let report_key = ReportKey::default();
    let options = SetOptions { limits: &limits, report_key: &report_key, allow_overlaps: false };
    if let Err(errors) = DefinitionSet::new(definitions, options) {
        errors.errors().iter().for_each(|error| report(members, error, defects));
    }
}

fn report(members: &[Member], error: &SetError, defects: &mut Defects) {
    let Some(member) = members.get(error.index) else { return };
    let other = |index: &usize| members.get(*index).map(|member| &member.definition);
    let address = member.definition.address().as_str();
    match &error.kind {
        SetErrorKind::DuplicateName { .. } => defects.at_span(
            member.name,
            format_args!("two definitions have the name `{}`: give one of them another by `name = \"…\"`", error.name),
        ),
        SetErrorKind::DuplicateAddress { first } => {
            let first = other(first).map_or("", Definition::name);
            let message = format_args!("`{address}` is served twice, first by `{first}`");
            defects.at_span(member.address, message);
        }
        SetErrorKind::MetadataTooLarge { bytes } => defects.at_span(
            member.largest,
            format_args!(
                "this definition takes {bytes} bytes of JSON, and {} are allowed: listings carry all of it, so keep \
                 long texts in the body",
                Limits::METADATA_BYTES
            ),
        ),
        SetErrorKind::ReservedMetaKey => defects.at_span(
            member.meta,
            format_args!("the metadata key `{}` is reserved: it holds the report of a read", ReportKey::default()),
        ),
        SetErrorKind::Overlap { first, witness, .. } => {
            let Some(first) = other(first) else { return };
            defects.at_span(
                member.address,
                format_args!(
                    "these two templates overlap: both match `{witness}`\n  {address}\n  {} (`{}`)\nhelp: make a \
                     literal segment differ, or write `overlaps = \"allow\"` in one of the two",
                    first.address().as_str(),
                    first.name(),
                ),
            );
        }
        other => defects.at_span(member.address, format_args!("this definition cannot be served: {other:?}")),
    }
}
