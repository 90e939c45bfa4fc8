//! `#[derive(Route)]`: a struct whose fields are the variables of a template (U1 to U3, U8).

mod expand;
mod parse;

use proc_macro2::TokenStream;

use crate::{defects::Defects, item};

/// The implementation of `Route`, or errors and a stand-in for it.
#[must_use]
pub fn derive_route(input: TokenStream) -> TokenStream {
    let mut defects = Defects::default();
    let Some((input, error)) = defects.ok(item::derive_input(input)) else {
        return defects.into_compile_errors();
    };
    let parsed = parse::parse(&input, &mut defects);
    let krate = parsed.described.crate_path.clone();
    let route = match error {
        None => parse::check(parsed, &mut defects),
        Some(error) => {
            defects.syntax(error);
            None
        }
    };
    match route.filter(|_| defects.is_empty()) {
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
