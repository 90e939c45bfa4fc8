//! `#[derive(Route)]`: a struct whose fields are the variables of a template (U1 to U3, U8).

mod expand;
mod parse;

use proc_macro2::TokenStream;

use crate::defects::Defects;

/// The implementation of `Route`, or errors and a stand-in for it.
#[must_use]
pub fn derive_route(input: TokenStream) -> TokenStream {
    let mut defects = Defects::default();
    let Some(input) = defects.ok(syn::parse2(input)) else { return defects.into_compile_errors() };
    let parsed = parse::parse(&input, &mut defects);
    let krate = parsed.described.crate_path.clone();
    match parse::check(parsed, &mut defects).filter(|_| defects.is_empty()) {
        Some(route) => expand::expand(&route),
        None => {
            let stub = expand::stub(&input, &krate);
            let errors = defects.into_compile_errors();
            quote::quote!(#errors #stub)
        }
    }
}

#[cfg(test)]
mod tests;
