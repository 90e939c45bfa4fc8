//! `#[resource_handler]`: an `impl ServerHandler` block of the SDK `rmcp` that serves a gateway's resources beside what
//! it does already.
//!
//! The SDK's own attributes write into the same block, and some of them only where nothing is written yet. So this one
//! goes last, whatever the order in which they stand: while another is still to come, it puts itself behind that one.

mod arguments;
mod check;
mod condition;
mod expand;
mod order;

use proc_macro2::TokenStream;
use quote::quote;
use syn::ImplItem;

use self::arguments::Arguments;
use crate::{
    defects::Defects,
    item::{self, make_async},
};

/// The block with the methods that serve resources; or the block behind which the attribute stands again; or errors and
/// the block.
#[must_use]
pub fn resource_handler(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut defects = Defects::default();
    let Some(mut block) = item::block(item.clone(), check::PLACE, order::is_ours, &mut defects) else {
        let errors = defects.into_compile_errors();
        return quote!(#errors #item);
    };
    let parsed = Arguments::parse(arguments.clone(), &mut defects);
    check::check(&block, &mut defects);
    match parsed {
        Some(parsed) if defects.is_empty() => match order::waits(&block) && !parsed.again {
            true => order::put_back(block, &parsed.krate, &arguments),
            false => expand::expand(block, &parsed),
        },
        _ => {
            // Without its methods, the block compiles: these errors are the only ones then.
            block.attrs.retain(|attribute| !order::is_ours(attribute));
            for item in &mut block.items {
                match item {
                    ImplItem::Fn(function) if function.sig.ident == "complete" => {
                        make_async(&mut function.sig)
                    }
                    _ => {}
                }
            }
            let errors = defects.into_compile_errors();
            quote!(#errors #block)
        }
    }
}

#[cfg(test)]
mod tests;
