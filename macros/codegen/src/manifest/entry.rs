//! An entry's description as constant Rust, for a place where the core's `table` is in scope.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use wayleave_manifest::{BundleItem, Complete};
use wayleave_model::{Cache, Definition};

use super::plan::{Field, Planned};
use crate::details::Details;

/// The entry without what it serves. `uri` is the constant that holds the URI of a concrete entry.
pub(super) fn entry(planned: &Planned<'_>, uri: &TokenStream) -> TokenStream {
    let definition = &planned.entry.definition;
    let name = definition.name();
    let base = match definition.address().as_template() {
        None => quote!(table::Entry::uri(#name, #uri)),
        Some(template) => {
            let template = template.as_str();
            let captures = planned.fields.iter().map(|field| capture(field));
            quote!(table::Entry::template(#name, #template, &[#(#captures),*]))
        }
    };
    let details = details(definition);
    quote!(#base #details)
}

fn capture(field: &Field<'_>) -> TokenStream {
    let (name, kind) = (&field.capture.name, field.kind());
    let capture = match field.is_exact() {
        true => quote!(table::Capture::new::<#kind>(#name)),
        false => quote!(table::Capture::float::<#kind>(#name)),
    };
    match &field.capture.complete {
        Some(Complete::Values(values)) => quote!(#capture.values(&[#(#values),*])),
        // A store's names are read by the crate that reads stores.
        Some(Complete::Store { .. }) | None => capture,
    }
}

/// What a listing says beyond name and address, as calls that add it.
fn details(definition: &Definition) -> TokenStream {
    let milliseconds = |cache: Cache| u64::try_from(cache.ttl.as_millis()).unwrap_or(u64::MAX);
    let details = Details {
        title: definition.title(),
        description: definition.description(),
        mime_type: definition.mime_type(),
        size: definition.size(),
        annotations: definition.annotations(),
        icons: definition.icons(),
        meta: definition.meta(),
        cache: definition.cache().map(|cache| (milliseconds(cache), cache.scope)),
        overlaps: definition.allows_overlaps(),
    };
    details.calls(&quote!(table))
}

/// An item of a bundle.
pub(super) fn item(item: &BundleItem) -> TokenStream {
    match item {
        BundleItem::Uri(uri) => {
            let uri = uri.as_str();
            quote!(table::Item::Uri(#uri))
        }
        BundleItem::Template { template, captures } => {
            let template = template.as_str();
            let captures = captures.iter().map(|&capture| Literal::usize_unsuffixed(capture));
            quote!(table::Item::Template(#template, &[#(#captures),*]))
        }
    }
}
