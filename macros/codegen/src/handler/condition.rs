//! Whether a method is in the block: a condition on it is for the compiler to decide, so what depends on the method
//! depends on the same condition.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, ImplItem, ItemImpl, Meta};

/// When a method is there.
pub(super) enum Presence {
    Never,
    Always,
    /// When this predicate of a `#[cfg]` holds.
    When(TokenStream),
}

impl Presence {
    /// When `block` has a method `name`, by all the methods of that name.
    pub(super) fn of(block: &ItemImpl, name: &str) -> Self {
        let mut conditions = Vec::new();
        for item in &block.items {
            let ImplItem::Fn(function) = item else { continue };
            if function.sig.ident != name {
                continue;
            }
            match condition(&function.attrs) {
                Some(condition) => conditions.push(condition),
                None => return Self::Always,
            }
        }
        match &*conditions {
            [] => Self::Never,
            [one] => Self::When(one.clone()),
            several => Self::When(quote!(any(#(#several),*))),
        }
    }

    /// The method `written`, where there is none yet.
    pub(super) fn otherwise(self, written: TokenStream) -> Option<TokenStream> {
        match self {
            Self::Never => Some(written),
            Self::Always => None,
            Self::When(condition) => Some(quote!(#[cfg(not(#condition))] #written)),
        }
    }

    /// The expression that says whether it is there.
    pub(super) fn holds(&self) -> TokenStream {
        match self {
            Self::Never => quote!(false),
            Self::Always => quote!(true),
            Self::When(condition) => quote!(::core::cfg!(#condition)),
        }
    }
}

/// What all the `#[cfg]` of a method ask together.
fn condition(attributes: &[Attribute]) -> Option<TokenStream> {
    let conditions: Vec<&TokenStream> = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("cfg") => Some(&list.tokens),
            _ => None,
        })
        .collect();
    match &*conditions {
        [] => None,
        [one] => Some((*one).clone()),
        several => Some(quote!(all(#(#several),*))),
    }
}
