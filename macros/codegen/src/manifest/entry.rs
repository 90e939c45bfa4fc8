//! An entry's description as constant Rust, for a place where the core's `table` is in scope.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Value;
use wayleave_manifest::{BundleItem, Complete};
use wayleave_model::{CacheScope, Definition, Icon, Role, Theme};

use super::plan::{Field, Planned, number};

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
    let capture = quote!(table::Capture::new::<#kind>(#name));
    match &field.capture.complete {
        Some(Complete::Values(values)) => quote!(#capture.values(&[#(#values),*])),
        // A store's names are read by the crate that reads stores.
        Some(Complete::Store { .. }) | None => capture,
    }
}

/// What a listing says beyond name and address, as calls that add it.
fn details(definition: &Definition) -> TokenStream {
    let mut calls = TokenStream::new();
    if let Some(title) = definition.title() {
        calls.extend(quote!(.title(#title)));
    }
    if let Some(description) = definition.description() {
        calls.extend(quote!(.description(#description)));
    }
    if let Some(mime_type) = definition.mime_type() {
        calls.extend(quote!(.mime_type(#mime_type)));
    }
    if let Some(size) = definition.size() {
        let size = number(size);
        calls.extend(quote!(.size(#size)));
    }
    let annotations = definition.annotations();
    if !annotations.audience.is_empty() {
        let roles = annotations.audience.iter().map(|role| match role {
            Role::Assistant => quote!(table::Role::Assistant),
            _ => quote!(table::Role::User),
        });
        calls.extend(quote!(.audience(&[#(#roles),*])));
    }
    if let Some(priority) = annotations.priority {
        let priority = Literal::f64_unsuffixed(priority);
        calls.extend(quote!(.priority(#priority)));
    }
    if let Some(time) = &annotations.last_modified {
        calls.extend(quote!(.last_modified(#time)));
    }
    if !definition.icons().is_empty() {
        let icons = definition.icons().iter().map(icon);
        calls.extend(quote!(.icons(&[#(#icons),*])));
    }
    if !definition.meta().is_empty() {
        let entries = definition.meta().iter().map(|(key, value)| pair(key, value));
        calls.extend(quote!(.meta(&[#(#entries),*])));
    }
    if let Some(cache) = definition.cache() {
        let millis = number(u64::try_from(cache.ttl.as_millis()).unwrap_or(u64::MAX));
        let scope = match cache.scope {
            CacheScope::Public => quote!(Public),
            _ => quote!(Private),
        };
        calls.extend(quote!(.cache(#millis, table::CacheScope::#scope)));
    }
    if definition.allows_overlaps() {
        calls.extend(quote!(.allow_overlaps()));
    }
    calls
}

fn icon(icon: &Icon) -> TokenStream {
    let (src, sizes) = (&icon.src, &icon.sizes);
    let mime_type = optional(icon.mime_type.as_ref().map(|mime_type| quote!(#mime_type)));
    let theme = optional(icon.theme.map(|theme| match theme {
        Theme::Dark => quote!(table::Theme::Dark),
        _ => quote!(table::Theme::Light),
    }));
    quote!(table::Icon { src: #src, mime_type: #mime_type, sizes: &[#(#sizes),*], theme: #theme })
}

fn optional(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(::std::option::Option::Some(#value)),
        None => quote!(::std::option::Option::None),
    }
}

fn pair(key: &str, value: &Value) -> TokenStream {
    let value = json(value);
    quote!((#key, #value))
}

fn json(value: &Value) -> TokenStream {
    let value = match value {
        Value::Null => quote!(Null),
        Value::Bool(value) => quote!(Bool(#value)),
        Value::Number(value) => match (value.as_u64(), value.as_i64()) {
            (Some(whole), _) => {
                let whole = number(whole);
                quote!(Whole(#whole))
            }
            (None, Some(negative)) => {
                let negative = Literal::i64_unsuffixed(negative);
                quote!(Negative(#negative))
            }
            (None, None) => {
                let float = Literal::f64_unsuffixed(value.as_f64().unwrap_or_default());
                quote!(Float(#float))
            }
        },
        Value::String(text) => quote!(Text(#text)),
        Value::Array(values) => {
            let values = values.iter().map(json);
            quote!(List(&[#(#values),*]))
        }
        Value::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| pair(key, value));
            quote!(Object(&[#(#entries),*]))
        }
    };
    quote!(table::Json::#value)
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
