//! Where generated code finds what it uses: the crate's own items by the path that the user gave, everything else from
//! `::core` and `::std`, so that no name in the user's scope changes the meaning of it.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The path of the crate `wayleave` in generated code.
#[derive(Clone, Default)]
pub(crate) struct CratePath(Option<syn::Path>);

impl CratePath {
    /// The path that `crate = …` says, or `::wayleave`.
    pub(crate) fn new(path: Option<syn::Path>) -> Self {
        Self(path)
    }

    /// The path where an error of what it leads to should stand. What its names mean stays as it is.
    pub(crate) fn at(&self, span: Span) -> TokenStream {
        located(self.to_token_stream(), span)
    }
}

/// The tokens at another place, with the meaning that they had.
fn located(tokens: TokenStream, span: Span) -> TokenStream {
    let token = |mut token: TokenTree| {
        if let TokenTree::Group(group) = token {
            token = TokenTree::Group(Group::new(group.delimiter(), located(group.stream(), span)));
        }
        token.set_span(token.span().located_at(span));
        token
    };
    tokens.into_iter().map(token).collect()
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => tokens.extend(quote!(::wayleave)),
        }
    }
}
