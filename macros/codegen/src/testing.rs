//! What the tests of the macros share: readable expansions, and the messages in them.

use proc_macro2::TokenStream;
use syn::{Item, LitStr};

/// The tokens as formatted code.
pub(crate) fn pretty(tokens: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(tokens).unwrap())
}

/// The messages of the `compile_error!`s, each once in a line of its own or several.
pub(crate) fn errors(tokens: TokenStream) -> Vec<String> {
    let file: syn::File = syn::parse2(tokens).unwrap();
    let message = |item: Item| match item {
        Item::Macro(item) if item.mac.path.segments.last().unwrap().ident == "compile_error" => {
            Some(item.mac.parse_body::<LitStr>().unwrap().value())
        }
        _ => None,
    };
    file.items.into_iter().filter_map(message).collect()
}
