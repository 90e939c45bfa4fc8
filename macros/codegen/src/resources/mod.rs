//! `#[resources]`: an `impl` block whose methods serve resources (U1 to U3, U7).

mod check;
mod expand;
mod method;
mod parse;

use proc_macro2::TokenStream;
use quote::quote;

use crate::{defects::Defects, item};

/// The block without our attributes, and the implementation of `Resources`; or errors, the block and a stand-in.
#[must_use]
pub fn resources(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut defects = Defects::default();
    let place = "`#[resources]` stands on an `impl` block";
    let Some(mut block) = item::block(item.clone(), place, parse::is_ours, &mut defects) else {
        // The attributes inside belong to such a block, and would say so again.
        let item = item::without(item, parse::is_ours);
        let errors = defects.into_compile_errors();
        return quote!(#errors #item);
    };
    let parsed = parse::parse(arguments, &mut block, &mut defects);
    let checked = check::check(&parsed, &mut defects);
    match defects.is_empty() {
        true => expand::expand(&block, &parsed, &checked),
        false => {
            let stub = expand::stub(&block, &parsed);
            let errors = defects.into_compile_errors();
            quote!(#errors #stub)
        }
    }
}

/// What `#[resource]` and `#[bundle]` say where no `#[resources]` has taken them away.
#[must_use]
pub fn stray(attribute: &str, item: TokenStream) -> TokenStream {
    let message = format!(
        "`#[{attribute}]` stands on a method of an `impl` block with `#[resources]`, and not inside `cfg_attr`: for a \
         method under a condition, write `#[cfg(…)]` beside it"
    );
    quote!(::core::compile_error!(#message); #item)
}

#[cfg(test)]
mod tests;
