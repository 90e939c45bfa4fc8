//! What attributes say, as the constant that the program has of it.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use serde_json::{Map, Value};
use syn::{Type, spanned::Spanned};
use wayleave_model::{CacheScope, Icon, Role, Theme};

use crate::{
    attribute::{Address, Described},
    paths::CratePath,
};

/// `<Type as FromCapture>`, at the type: every mention of it gives one and the same error, which is shown once.
pub(crate) fn from_capture(krate: &CratePath, ty: &Type) -> TokenStream {
    let krate = krate.at(ty.span());
    quote_spanned!(ty.span()=> <#ty as #krate::route::FromCapture>)
}

/// The expression of an `Entry`, constant where the types of `captures` are; these are the variables in the template's
/// order with their types. Nothing where a route type says it.
pub(crate) fn entry(
    krate: &CratePath,
    described: &Described,
    name: &str,
    description: Option<&str>,
    captures: &[(String, Type)],
) -> Option<TokenStream> {
    let table = quote!(#krate::resource::table);
    let mut entry = match described.address.as_ref()? {
        Address::Uri(uri) => quote!(#table::Entry::uri(#name, #uri)),
        Address::Template(template, _) if captures.is_empty() => {
            quote!(#table::Entry::template(#name, #template, &[]))
        }
        Address::Template(template, _) => {
            let captures = captures.iter().map(|(variable, ty)| {
                let parsed = from_capture(krate, ty);
                quote!(#table::Capture::parsed(#variable, #parsed::is_capture))
            });
            quote!(#table::Entry::template(#name, #template, const { &[#(#captures),*] }))
        }
        Address::Route(_) => return None,
    };
    if let Some(title) = &described.title {
        entry.extend(quote!(.title(#title)));
    }
    if let Some(description) = description {
        entry.extend(quote!(.description(#description)));
    }
    if let Some(mime_type) = &described.mime_type {
        entry.extend(quote!(.mime_type(#mime_type)));
    }
    if let Some(size) = described.size {
        entry.extend(quote!(.size(#size)));
    }
    let annotations = &described.annotations;
    if !annotations.audience.is_empty() {
        let roles = annotations.audience.iter().map(|role| match role {
            Role::Assistant => quote!(#table::Role::Assistant),
            _ => quote!(#table::Role::User),
        });
        entry.extend(quote!(.audience(&[#(#roles),*])));
    }
    if let Some(priority) = annotations.priority {
        let priority = Literal::f64_suffixed(priority);
        entry.extend(quote!(.priority(#priority)));
    }
    if let Some(time) = &annotations.last_modified {
        entry.extend(quote!(.last_modified(#time)));
    }
    if !described.icons.is_empty() {
        let icons = described.icons.iter().map(|each| icon(&table, each));
        entry.extend(quote!(.icons(&[#(#icons),*])));
    }
    if !described.meta.is_empty() {
        let meta = object(&table, &described.meta);
        entry.extend(quote!(.meta(#meta)));
    }
    if let Some((milliseconds, scope)) = described.cache {
        let scope = match scope {
            CacheScope::Public => quote!(#table::CacheScope::Public),
            _ => quote!(#table::CacheScope::Private),
        };
        entry.extend(quote!(.cache(#milliseconds, #scope)));
    }
    if described.overlaps {
        entry.extend(quote!(.allow_overlaps()));
    }
    Some(entry)
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
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
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
    match value {
        Value::Null => quote!(#table::Json::Null),
        Value::Bool(truth) => quote!(#table::Json::Bool(#truth)),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => quote!(#table::Json::Whole(#number)),
            (None, Some(number), _) => quote!(#table::Json::Negative(#number)),
            (None, None, number) => {
                // A parsed number is finite.
                let number =
                    Literal::f64_suffixed(number.filter(|number| number.is_finite()).unwrap_or_default());
                quote!(#table::Json::Float(#number))
            }
        },
        Value::String(text) => quote!(#table::Json::Text(#text)),
        Value::Array(values) => {
            let values = values.iter().map(|value| json(table, value));
            quote!(#table::Json::List(&[#(#values),*]))
        }
        Value::Object(map) => {
            let object = object(table, map);
            quote!(#table::Json::Object(#object))
        }
    }
}
