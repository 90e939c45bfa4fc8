//! From a checked route to its implementation. Nothing here can fail.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Generics, parse_quote};

use super::parse::Route;
use crate::{
    entry::{entry, from_capture},
    generics::mentions,
    paths::CratePath,
    shape::shape,
};

/// The implementation of `Route`.
pub(super) fn expand(route: &Route) -> TokenStream {
    let Route { ident, described, literal, template, .. } = route;
    let krate = &described.crate_path;
    let shape = shape(krate, template, described.overlaps);
    let entry = entry(krate, described, &route.name, route.description.as_deref(), &[]);
    let generics = bounded(krate, route);
    let (parameters, arguments, conditions) = generics.split_for_impl();
    let captures = if route.fields.is_empty() { quote!(_) } else { quote!(captures) };
    let parsed = route.fields.iter().map(|(variable, field)| {
        let (member, trait_) = (&field.member, from_capture(krate, &field.ty));
        quote!(#member: #krate::resource::method::capture(captures, #variable, #trait_::from_capture)?)
    });
    let values = route.fields.iter().map(|(_, field)| {
        let (member, trait_) = (&field.member, from_capture(krate, &field.ty));
        quote!(#trait_::to_capture(&self.#member))
    });
    quote! {
        #[automatically_derived]
        impl #parameters #krate::route::Route for #ident #arguments #conditions {
            const SHAPE: #krate::route::Shape = #shape;

            fn definition() -> ::core::result::Result<#krate::Definition, #krate::model::DefinitionError> {
                const ENTRY: #krate::resource::table::Entry = #entry;
                ENTRY.definition()
            }

            fn from_captures(
                #captures: #krate::model::Captures<'_>,
            ) -> ::core::result::Result<Self, #krate::resource::PlanError> {
                ::core::result::Result::Ok(Self { #(#parsed),* })
            }

            fn uri_within(
                &self,
                max_bytes: ::core::primitive::usize,
            ) -> ::core::result::Result<#krate::Uri, #krate::model::ExpandError> {
                static TEMPLATE: #krate::route::template::Template = #krate::route::template::Template::new(#literal);
                TEMPLATE.expand(&[#(#values),*], max_bytes)
            }
        }
    }
}

/// The struct's generics, with the bounds that its generic fields need.
fn bounded(krate: &CratePath, route: &Route) -> Generics {
    let mut generics = route.generics.clone();
    let parameters: Vec<String> =
        generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
    let generic = route.fields.iter().filter(|(_, field)| mentions(field.ty.to_token_stream(), &parameters));
    let bounds: Vec<syn::WherePredicate> = generic
        .map(|(_, field)| {
            let ty = &field.ty;
            parse_quote!(#ty: #krate::route::FromCapture + ::core::marker::Send)
        })
        .collect();
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
    }
    generics
}

/// What keeps those who use the struct compiling where its attributes are wrong: the errors are the only ones then.
pub(super) fn stub(input: &DeriveInput, krate: &CratePath) -> TokenStream {
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    if generics.type_params().next().is_some() {
        generics.make_where_clause().predicates.push(parse_quote!(Self: ::core::marker::Send));
    }
    let (parameters, arguments, conditions) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #krate::route::Route for #ident #arguments #conditions {
            const SHAPE: #krate::route::Shape = #krate::route::Shape::unknown();

            fn definition() -> ::core::result::Result<#krate::Definition, #krate::model::DefinitionError> {
                ::core::unreachable!()
            }

            fn from_captures(
                _: #krate::model::Captures<'_>,
            ) -> ::core::result::Result<Self, #krate::resource::PlanError> {
                ::core::unreachable!()
            }

            fn uri_within(
                &self,
                _: ::core::primitive::usize,
            ) -> ::core::result::Result<#krate::Uri, #krate::model::ExpandError> {
                ::core::unreachable!()
            }
        }
    }
}
