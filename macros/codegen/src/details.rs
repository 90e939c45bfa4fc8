//! What a listing says of a definition beyond its name and address, as calls on a constant `Entry`: the same for
//! attributes and for manifests.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use serde_json::{Map, Value};
use wayleave_model::{Annotations, CacheScope, Icon, Role, Theme};

/// The details, of either source.
pub(crate) struct Details<'a, Text> {
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) mime_type: Option<Text>,
    pub(crate) size: Option<u64>,
    pub(crate) annotations: &'a Annotations,
    pub(crate) icons: &'a [Icon],
    pub(crate) meta: &'a Map<String, Value>,
    /// Milliseconds and scope.
    pub(crate) cache: Option<(u64, CacheScope)>,
    pub(crate) overlaps: bool,
}

impl<Text: ToTokens> Details<'_, Text> {
    /// The calls that add the details; `table` is the path of the core's module of that name.
    pub(crate) fn calls(&self, table: &TokenStream) -> TokenStream {
        let mut calls = TokenStream::new();
        if let Some(title) = &self.title {
            calls.extend(quote!(.title(#title)));
        }
        if let Some(description) = &self.description {
            calls.extend(quote!(.description(#description)));
        }
        if let Some(mime_type) = &self.mime_type {
            calls.extend(quote!(.mime_type(#mime_type)));
        }
        if let Some(size) = self.size.map(number) {
            calls.extend(quote!(.size(#size)));
        }
        if !self.annotations.audience.is_empty() {
            let roles = self.annotations.audience.iter().map(|role| match role {
                Role::Assistant => quote!(#table::Role::Assistant),
                _ => quote!(#table::Role::User),
            });
            calls.extend(quote!(.audience(&[#(#roles),*])));
        }
        if let Some(priority) = self.annotations.priority.map(float) {
            calls.extend(quote!(.priority(#priority)));
        }
        if let Some(time) = &self.annotations.last_modified {
            calls.extend(quote!(.last_modified(#time)));
        }
        if !self.icons.is_empty() {
            let icons = self.icons.iter().map(|each| icon(table, each));
            calls.extend(quote!(.icons(&[#(#icons),*])));
        }
        if !self.meta.is_empty() {
            let meta = object(table, self.meta);
            calls.extend(quote!(.meta(#meta)));
        }
        if let Some((milliseconds, scope)) = self.cache {
            let milliseconds = number(milliseconds);
            let scope = match scope {
                CacheScope::Public => quote!(#table::CacheScope::Public),
                _ => quote!(#table::CacheScope::Private),
            };
            calls.extend(quote!(.cache(#milliseconds, #scope)));
        }
        if self.overlaps {
            calls.extend(quote!(.allow_overlaps()));
        }
        calls
    }
}

/// A number as the shortest text that reads well: `5`, not `5u64`.
fn number(number: u64) -> Literal {
    Literal::u64_unsuffixed(number)
}

fn float(number: f64) -> Literal {
    // A parsed or checked number is finite.
    Literal::f64_unsuffixed(if number.is_finite() { number } else { 0.0 })
}

fn icon(table: &TokenStream, icon: &Icon) -> TokenStream {
    let Icon { src, mime_type, sizes, theme } = icon;
    let mime_type = option(mime_type.as_ref().map(|text| quote!(#text)));
    let theme = option(theme.map(|theme| match theme {
        Theme::Dark => quote!(#table::Theme::Dark),
        _ => quote!(#table::Theme::Light),
    }));
    quote!(#table::Icon { src: #src, mime_type: #mime_type, sizes: &[#(#sizes),*], theme: #theme })
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(::std::option::Option::Some(#value)),
        None => quote!(::std::option::Option::None),
    }
}

fn object(table: &TokenStream, map: &Map<String, Value>) -> TokenStream {
    let entries = map.iter().map(|(key, value)| {
        let value = json(table, value);
        quote!((#key, #value))
    });
    quote!(&[#(#entries),*])
}

fn json(table: &TokenStream, value: &Value) -> TokenStream {
    let value = match value {
        Value::Null => quote!(Null),
        Value::Bool(truth) => quote!(Bool(#truth)),
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
                let float = float(value.as_f64().unwrap_or_default());
                quote!(Float(#float))
            }
        },
        Value::String(text) => quote!(Text(#text)),
        Value::Array(values) => {
            let values = values.iter().map(|value| json(table, value));
            quote!(List(&[#(#values),*]))
        }
        Value::Object(map) => {
            let object = object(table, map);
            quote!(Object(#object))
        }
    };
    quote!(#table::Json::#value)
}
