//! Generic parameters in tokens.

use proc_macro2::{TokenStream, TokenTree};

/// Whether one of the identifiers `names` stands in the tokens.
pub(crate) fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    !names.is_empty()
        && tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => names.contains(&ident.to_string()),
            TokenTree::Group(group) => mentions(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
}
