//! Who goes first on a block with several handler attributes.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{Attribute, ItemImpl, Meta};

use super::arguments::with_again;
use crate::paths::CratePath;

/// The SDK's attributes that write into the same block.
const OTHERS: [&str; 2] = ["tool_handler", "prompt_handler"];

/// Whether one of the SDK's attributes has still to do its part.
pub(super) fn waits(block: &ItemImpl) -> bool {
    block.attrs.iter().any(|attribute| match &attribute.meta {
        // It is looked at by the compiler when its turn comes, which is before that of what stands behind it.
        Meta::List(list) if list.path.is_ident("cfg_attr") => mentions_other(list.tokens.clone()),
        _ => OTHERS.iter().any(|other| ends_in(attribute, other)),
    })
}

/// The block with our attribute as the last one on it. It is named by its full path: what the user calls it, we do not
/// see.
pub(super) fn put_back(mut block: ItemImpl, krate: &CratePath, arguments: &TokenStream) -> TokenStream {
    let attributes = std::mem::take(&mut block.attrs);
    let arguments = with_again(arguments);
    quote! {
        #(#attributes)*
        #[#krate::resource_handler(#arguments)]
        #block
    }
}

/// Whether this is our attribute, a second time.
pub(super) fn is_ours(attribute: &Attribute) -> bool {
    ends_in(attribute, "resource_handler")
}

fn ends_in(attribute: &Attribute, name: &str) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == name)
}

fn mentions_other(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => OTHERS.iter().any(|other| word == other),
        TokenTree::Group(group) => mentions_other(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
