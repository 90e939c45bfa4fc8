//! `#[derive(Capture)]`: a struct around one value is a capture as that value is (U6, U8).

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Field, Member, parse_quote};

use crate::{
    attribute::{Reader, each},
    defects::Defects,
    entry::from_capture,
    generics::mentions,
    item,
    paths::CratePath,
};

/// The implementation of `FromCapture`, or errors and a stand-in for it.
#[must_use]
pub fn derive_capture(input: TokenStream) -> TokenStream {
    let mut defects = Defects::default();
    let Some((input, error)) = defects.ok(item::derive_input(input)) else {
        return defects.into_compile_errors();
    };
    let krate = crate_path(&input, &mut defects);
    let field = match error {
        None => only_field(&input, &mut defects),
        Some(error) => {
            defects.syntax(error);
            None
        }
    };
    match field.filter(|_| defects.is_empty()) {
        Some((member, field)) => expand(&input, &krate, &member, field),
        None => {
            let stub = stub(&input, &krate);
            let errors = defects.into_compile_errors();
            quote!(#errors #stub)
        }
    }
}

fn crate_path(input: &DeriveInput, defects: &mut Defects) -> CratePath {
    let mut krate = CratePath::default();
    let mut seen = HashSet::new();
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("capture")) {
        let form = "write `#[capture(crate = path::to::wayleave)]`";
        let Ok(list) = attribute.meta.require_list() else {
            defects.at(attribute, form);
            continue;
        };
        let reader = Reader::of("`#[capture]` of a struct", &["crate"]);
        each(list.tokens.clone(), reader, &mut seen, defects, |key, input, _| {
            krate = key.crate_path(input, "wayleave")?;
            Ok(())
        });
    }
    krate
}

fn only_field<'a>(input: &'a DeriveInput, defects: &mut Defects) -> Option<(Member, &'a Field)> {
    let Data::Struct(data) = &input.data else {
        defects.at(
            &input.ident,
            "`#[derive(Capture)]` is for a struct around one value; others write `FromStr` and `Display`",
        );
        return None;
    };
    let fields: Vec<&Field> = data.fields.iter().collect();
    match (&fields[..], data.fields.members().next()) {
        ([field], Some(member)) => Some((member, field)),
        _ => {
            let message = format_args!("a capture is one value, and this struct has {} fields", fields.len());
            defects.at(&input.ident, message);
            None
        }
    }
}

fn expand(input: &DeriveInput, krate: &CratePath, member: &Member, field: &Field) -> TokenStream {
    let ident = &input.ident;
    let ty = &field.ty;
    let mut generics = input.generics.clone();
    let parameters: Vec<String> =
        generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
    if mentions(ty.to_token_stream(), &parameters) {
        generics.make_where_clause().predicates.push(parse_quote!(#ty: #krate::route::FromCapture));
    }
    let (parameters, arguments, conditions) = generics.split_for_impl();
    let inner = from_capture(krate, ty);
    quote! {
        #[automatically_derived]
        impl #parameters #krate::route::FromCapture for #ident #arguments #conditions {
            fn from_capture(text: &::core::primitive::str) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(Self { #member: #inner::from_capture(text)? })
            }

            fn to_capture(&self) -> ::std::borrow::Cow<'_, ::core::primitive::str> {
                #inner::to_capture(&self.#member)
            }
        }
    }
}

fn stub(input: &DeriveInput, krate: &CratePath) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #krate::route::FromCapture for #ident #arguments #conditions {
            fn from_capture(_: &::core::primitive::str) -> ::core::option::Option<Self> {
                ::core::unreachable!()
            }

            fn to_capture(&self) -> ::std::borrow::Cow<'_, ::core::primitive::str> {
                ::core::unreachable!()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::derive_capture;
    use crate::testing::{errors, pretty};

    #[test]
    fn expansion() {
        let tokens = derive_capture(quote! {
            #[capture(crate = library)]
            pub struct Id<T: Clone>(pub T);
        });
        insta::assert_snapshot!("capture", pretty(tokens));
    }

    #[test]
    fn a_capture_is_one_value() {
        assert_eq!(
            errors(derive_capture(quote!(
                struct Id {
                    only: u8,
                }
            ))),
            [""; 0]
        );
        for source in [
            quote!(
                struct Id;
            ),
            quote!(
                struct Id(u8, u8);
            ),
            quote!(
                enum Id {
                    A,
                }
            ),
            quote!(union Id { a: u8 }),
        ] {
            assert_eq!(errors(derive_capture(source)).len(), 1);
        }
    }
}
