//! The code of a plan. It cannot fail.
//!
//! Everything is a small item of its own: constants that describe the entries, a struct for a family, and for a
//! handler a method of the trait and a thunk around it. One function for all of them, with a closure for each, would
//! take a compiler minutes at a few thousand entries.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use wayleave_model::{LimitKind, Limits};

use super::{
    Crates, bindings, docs, entry, handlers,
    plan::{Plan, Planned, number},
};
use crate::{paths::CratePath, shape::shape};

/// The items of the module. `text` is the manifest's own text, for the code that reads it at run time.
pub(super) fn items(plan: &Plan<'_>, crates: &Crates, text: &Text<'_>) -> TokenStream {
    let core = &crates.core;
    let families = plan.entries.iter().filter(|planned| planned.is_family()).map(family);
    let resources = plan.entries.iter().filter(|planned| !planned.is_family()).map(resource);
    let intro = docs::module(text.name, plan);
    let handlers = handlers::handlers(plan);
    let bindings = bindings::bindings(crates, plan, text);
    let limits = limits(&plan.manifest.limits);
    let thunks = handlers::thunks(plan);
    let rows = bindings::rows(crates, plan);
    quote! {
        #intro
        #![allow(
            dead_code, non_snake_case, unreachable_pub, unused_imports, rustdoc::all, clippy::all, clippy::pedantic,
            reason = "generated: names and texts are the manifest's own, and a program need not use all of it"
        )]

        use #core::{model, resource::{self, method, table}, route::{self, template}};

        #(#resources)*
        #(#families)*
        #handlers
        #bindings
        #limits
        #thunks
        #rows
    }
}

/// A manifest's text and how generated code gets at it.
pub(super) struct Text<'a> {
    /// What messages call the manifest.
    pub(super) name: &'a str,
    /// An expression.
    pub(super) value: TokenStream,
}

/// The constant with the URI of a concrete entry.
fn resource(planned: &Planned<'_>) -> TokenStream {
    let docs = docs::entry(planned.entry);
    let constant = planned.names.constant();
    let uri = planned.entry.definition.address().as_str();
    quote! {
        #docs
        pub const #constant: &str = #uri;
    }
}

/// The struct of a family, with the way from a match and back.
fn family(planned: &Planned<'_>) -> TokenStream {
    let docs = docs::entry(planned.entry);
    let structure = planned.names.structure();
    let mut derives = quote!(::std::clone::Clone, ::std::fmt::Debug, ::std::cmp::PartialEq);
    if planned.fields.iter().all(|field| field.is_exact()) {
        derives.extend(quote!(, ::std::cmp::Eq, ::std::hash::Hash));
    }
    let fields = planned.fields.iter().map(|field| {
        let docs = docs::field(field);
        let (name, kind) = (&field.name, field.kind());
        quote!(#docs pub #name: #kind)
    });
    let parsed = planned.fields.iter().map(|field| {
        let (name, variable) = (&field.name, &field.capture.name);
        quote! {
            #name: method::capture(captures, #variable, route::FromCapture::from_capture)?
        }
    });
    let written = planned.fields.iter().map(|field| {
        let name = &field.name;
        quote!(route::FromCapture::to_capture(&self.#name))
    });
    let captures = match planned.fields.is_empty() {
        true => quote!(_captures),
        false => quote!(captures),
    };
    let definition = &planned.entry.definition;
    let template = definition.address().as_str();
    // The module has the core's `route` in scope.
    let here = Ident::new("self", Span::call_site());
    let shape = definition
        .address()
        .as_template()
        .map(|template| shape(&CratePath::new(Some(here.into())), template, definition.allows_overlaps()));
    let entry = entry::entry(planned, &TokenStream::new());
    quote! {
        #docs
        #[derive(#derives)]
        pub struct #structure { #(#fields),* }

        impl #structure {
            const ENTRY: table::Entry = #entry;
        }

        impl route::Route for #structure {
            const SHAPE: route::Shape = #shape;

            fn definition() -> ::std::result::Result<model::Definition, model::DefinitionError> {
                Self::ENTRY.definition()
            }

            fn from_captures(
                #captures: model::Captures<'_>,
            ) -> ::std::result::Result<Self, resource::PlanError> {
                ::std::result::Result::Ok(Self { #(#parsed),* })
            }

            fn uri_within(&self, max_bytes: usize) -> ::std::result::Result<model::Uri, model::ExpandError> {
                static TEMPLATE: template::Template = template::Template::new(#template);
                TEMPLATE.expand(&[#(#written),*], max_bytes)
            }
        }
    }
}

/// The limits where they differ from the defaults.
fn limits(limits: &Limits) -> TokenStream {
    let changed: Vec<_> = limits.values().filter(|(key, value)| *value != key.default).collect();
    let fields = changed.iter().map(|(key, value)| {
        let field = Ident::new(&snake(key.key), Span::call_site());
        let value: Literal = number(*value);
        match key.kind {
            LimitKind::Time => quote!(#field: ::std::time::Duration::from_millis(#value)),
            _ => quote!(#field: #value),
        }
    });
    let value = match changed.is_empty() {
        true => quote!(<model::Limits as ::std::default::Default>::default()),
        false => quote! {
            model::Limits { #(#fields,)* ..<model::Limits as ::std::default::Default>::default() }
        },
    };
    quote! {
        /// The limits that the manifest sets.
        #[must_use]
        pub fn limits() -> model::Limits {
            #value
        }
    }
}

/// `maxItems` as a field's name.
fn snake(key: &str) -> String {
    let mut name = String::with_capacity(key.len() + 4);
    for character in key.chars() {
        if character.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(character.to_ascii_lowercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    // G19: every key is a field of the struct, whose names the generated code spells.
    #[test]
    fn limits_are_fields() {
        let debugged = format!("{:?}", Limits::default());
        for key in Limits::KEYS {
            assert!(debugged.contains(&format!("{}: ", snake(key.key))), "{}", key.key);
        }
    }
}
