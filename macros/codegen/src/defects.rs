//! The sink in which a macro's checks put what they find, so that one run shows every mistake of an item.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Defects, each at a token, in the order in which they were found.
///
/// Checks return what they could make out and add what is wrong; nothing stops at the first mistake. Whoever holds
/// the sink at the end gives the errors out with [`into_compile_errors`](Self::into_compile_errors).
#[derive(Debug, Default)]
#[must_use = "defects that nobody gives out are lost"]
pub(crate) struct Defects(Vec<syn::Error>);

impl Defects {
    /// Adds one that stands at all of `tokens`.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.0.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds one that stands at `span`.
    pub(crate) fn at_span(&mut self, span: Span, message: impl Display) {
        self.0.push(syn::Error::new(span, message));
    }

    /// Adds what a parser said.
    pub(crate) fn syntax(&mut self, error: syn::Error) {
        self.0.extend(error);
    }

    /// Gives back a parsed value, or adds what the parser said.
    pub(crate) fn ok<T>(&mut self, parsed: syn::Result<T>) -> Option<T> {
        parsed.map_err(|error| self.syntax(error)).ok()
    }

    /// Whether nothing is wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are, to see later whether a step found more.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// One `compile_error!` for each.
    pub(crate) fn into_compile_errors(self) -> TokenStream {
        self.0.into_iter().map(syn::Error::into_compile_error).collect()
    }
}
