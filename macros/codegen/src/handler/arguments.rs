//! What stands in the parentheses of `#[resource_handler(…)]`.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{Expr, parse::ParseStream, parse_quote};

use crate::{
    attribute::{Key, Reader, each},
    defects::Defects,
    names::nearest,
    paths::CratePath,
};

const KEYS: &[&str] = &["gateway", "caller", "crate"];

/// The word before the arguments that says: nothing is waited for any more. An attribute that the compiler could not
/// find stays on the block, and must not be waited for twice.
const AGAIN: &str = "__again";

/// What the attribute says.
pub(super) struct Arguments {
    /// The gateway that is served.
    pub(super) gateway: Expr,
    /// Who asks, from the context of a request; nothing where callers are not told apart.
    pub(super) caller: Option<Expr>,
    /// Where the crate `wayleave_rmcp` is.
    pub(super) krate: CratePath,
    /// Whether the attribute has put itself back before.
    pub(super) again: bool,
}

impl Arguments {
    /// Reads the arguments; nothing where there is no gateway among them.
    pub(super) fn parse(tokens: TokenStream, defects: &mut Defects) -> Option<Self> {
        let (again, tokens) = take_again(tokens);
        let (mut gateway, mut caller) = (None, None);
        let mut krate = CratePath::new(Some(parse_quote!(::wayleave_rmcp)));
        let mut seen = HashSet::new();
        let reader = Reader::of("`#[resource_handler]`", KEYS);
        each(tokens.clone(), reader, &mut seen, defects, |key, input, _| {
            match &*key.name {
                "gateway" => gateway = Some(value(key, input, "`gateway = self.gateway`")?),
                "caller" => caller = Some(who(key, input)?),
                _ => krate = key.crate_path(input, "wayleave_rmcp")?,
            }
            Ok(())
        });
        if !seen.contains("gateway") && !misspelt(tokens, "gateway") {
            defects.at_span(
                Span::call_site(),
                "`#[resource_handler]` serves a gateway: write `#[resource_handler(gateway = self.gateway)]`, where the \
                 field is a `LiveGateway`",
            );
        }
        Some(Self { gateway: gateway?, caller, krate, again })
    }
}

/// The arguments of an attribute that is put back.
pub(super) fn with_again(arguments: &TokenStream) -> TokenStream {
    let again = Ident::new(AGAIN, Span::call_site());
    quote::quote!(#again, #arguments)
}

fn take_again(tokens: TokenStream) -> (bool, TokenStream) {
    let mut rest = tokens.clone().into_iter();
    match (rest.next(), rest.next()) {
        (Some(TokenTree::Ident(word)), Some(TokenTree::Punct(comma)))
            if word == AGAIN && comma.as_char() == ',' =>
        {
            (true, rest.collect())
        }
        _ => (false, tokens),
    }
}

/// The expression behind `=`.
fn value(key: &Key, input: ParseStream<'_>, form: &str) -> syn::Result<Expr> {
    key.equals(input, form)?;
    input.parse().map_err(|error: syn::Error| syn::Error::new(error.span(), format_args!("write {form}")))
}

/// What says who asks: a function by its path, a closure, or whatever else may be a source of callers.
fn who(key: &Key, input: ParseStream<'_>) -> syn::Result<Expr> {
    const FORM: &str = "`caller = Self::caller`, or `caller = |context| …`";
    let caller = value(key, input, FORM)?;
    match &caller {
        Expr::Lit(_) => Err(syn::Error::new_spanned(&caller, format_args!("write {FORM}"))),
        _ => Ok(caller),
    }
}

/// Whether one of the keys was meant as `word`: then it is not missing as well.
fn misspelt(tokens: TokenStream, word: &str) -> bool {
    let mut begins = true;
    tokens.into_iter().any(|token| {
        let first = std::mem::replace(&mut begins, matches!(&token, TokenTree::Punct(comma) if comma.as_char() == ','));
        matches!(&token, TokenTree::Ident(key) if first && nearest(&key.to_string(), KEYS.iter().copied()) == Some(word))
    })
}
