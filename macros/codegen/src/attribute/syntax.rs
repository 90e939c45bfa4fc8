//! The syntax of attributes: `key`, `key = value` and `key(…)`, with commas between.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Lit, LitStr, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    token,
};

use crate::{defects::Defects, names::did_you_mean, paths::CratePath};

/// The word before a value.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// Which keys a list has.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    /// What the list is called in messages, such as `#[resource]`.
    pub(crate) of: &'a str,
    /// The keys; nothing for those that the user makes up, which may then be texts too.
    pub(crate) keys: Option<&'a [&'a str]>,
    /// The keys that may be repeated.
    pub(crate) repeatable: &'a [&'a str],
    /// Words that are no keys here, with what to say of them.
    pub(crate) hints: &'a [(&'a str, &'a str)],
}

/// Reads a list. `take` is given each key that is known, and reads what follows it.
pub(crate) fn each(
    tokens: TokenStream,
    reader: Reader<'_>,
    seen: &mut HashSet<String>,
    defects: &mut Defects,
    mut take: impl FnMut(&Key, ParseStream<'_>, &mut Defects) -> syn::Result<()>,
) {
    let parsed = (|input: ParseStream<'_>| {
        while !input.is_empty() {
            let before = defects.count();
            if let Err(error) = one(input, reader, seen, defects, &mut take) {
                defects.syntax(error);
            }
            // What follows a mistake is no second mistake.
            if defects.count() > before {
                skip(input)?;
            } else if !input.is_empty() && !input.peek(Token![,]) {
                defects.at_span(input.span(), format_args!("expected `,` in {}", reader.of));
                skip(input)?;
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    })
    .parse2(tokens);
    defects.ok(parsed);
}

fn one(
    input: ParseStream<'_>,
    reader: Reader<'_>,
    seen: &mut HashSet<String>,
    defects: &mut Defects,
    take: &mut impl FnMut(&Key, ParseStream<'_>, &mut Defects) -> syn::Result<()>,
) -> syn::Result<()> {
    let key = key(input, reader)?;
    if let Some(keys) = reader.keys
        && !keys.contains(&&*key.name)
    {
        let hint = reader.hints.iter().find(|(word, _)| *word == key.name);
        let more = match hint {
            Some((_, hint)) => format!(": {hint}"),
            None => did_you_mean(&key.name, keys.iter().copied()),
        };
        defects.at_span(key.span, format_args!("{} has no `{}`{more}", reader.of, key.name));
        return Ok(());
    }
    if !seen.insert(key.name.clone()) && !reader.repeatable.contains(&&*key.name) {
        defects.at_span(key.span, format_args!("`{}` is given twice", key.name));
        return Ok(());
    }
    take(&key, input, defects)
}

fn key(input: ParseStream<'_>, reader: Reader<'_>) -> syn::Result<Key> {
    if reader.keys.is_none() && input.peek(LitStr) {
        let literal: LitStr = input.parse()?;
        return Ok(Key { name: literal.value(), span: literal.span() });
    }
    let span = input.span();
    let ident = input.call(syn::Ident::parse_any).map_err(|_| {
        syn::Error::new(span, format_args!("expected a word such as {} in {}", example(reader), reader.of))
    })?;
    Ok(Key { name: ident.unraw().to_string(), span })
}

fn example(reader: Reader<'_>) -> String {
    let key = reader.keys.and_then(|keys| keys.first()).copied().unwrap_or("key");
    format!("`{key}`")
}

/// Everything up to the next comma.
fn skip(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

impl<'a> Reader<'a> {
    /// A list with these keys, each once.
    pub(crate) const fn of(of: &'a str, keys: &'a [&'a str]) -> Self {
        Self { of, keys: Some(keys), repeatable: &[], hints: &[] }
    }
}

impl Key {
    /// The literal behind `=`.
    pub(crate) fn literal(&self, input: ParseStream<'_>, form: &str) -> syn::Result<Lit> {
        self.equals(input, form)?;
        let (start, negative) = (input.span(), input.peek(Token![-]));
        if negative {
            input.parse::<Token![-]>()?;
        }
        match input.parse::<Lit>() {
            Ok(Lit::Int(number)) if negative => Ok(Lit::new(negated(&number.to_string(), start)?)),
            Ok(Lit::Float(number)) if negative => Ok(Lit::new(negated(&number.to_string(), start)?)),
            Ok(literal) if !negative => Ok(literal),
            _ => Err(syn::Error::new(start, format_args!("write {form}"))),
        }
    }

    /// The text behind `=`.
    pub(crate) fn text(&self, input: ParseStream<'_>) -> syn::Result<LitStr> {
        let form = format!("`{} = \"…\"`", self.name);
        match self.literal(input, &form)? {
            Lit::Str(text) => Ok(text),
            other => Err(syn::Error::new(other.span(), format_args!("write {form}"))),
        }
    }

    /// What the parentheses hold.
    pub(crate) fn list(&self, input: ParseStream<'_>, form: &str) -> syn::Result<TokenStream> {
        if !input.peek(token::Paren) {
            return Err(syn::Error::new(self.span, format_args!("write {form}")));
        }
        let content;
        syn::parenthesized!(content in input);
        content.parse()
    }

    /// The path behind `crate =`, where the crate `name` is.
    pub(crate) fn crate_path(&self, input: ParseStream<'_>, name: &str) -> syn::Result<CratePath> {
        let form = format!("`crate = path::to::{name}`");
        self.equals(input, &form)?;
        let wrong =
            |error: syn::Error| syn::Error::new(error.span(), format_args!("write {form}, without quotes"));
        input.call(syn::Path::parse_mod_style).map(|path| CratePath::new(Some(path))).map_err(wrong)
    }

    /// The type behind `=`.
    pub(crate) fn ty(&self, input: ParseStream<'_>) -> syn::Result<syn::Type> {
        let form = format!("`{} = Type`", self.name);
        self.equals(input, &form)?;
        input.parse().map_err(|error: syn::Error| syn::Error::new(error.span(), format_args!("write {form}")))
    }

    /// The `=`.
    pub(crate) fn equals(&self, input: ParseStream<'_>, form: &str) -> syn::Result<()> {
        match input.parse::<Token![=]>() {
            Ok(_) if !input.is_empty() && !input.peek(Token![,]) => Ok(()),
            _ => Err(syn::Error::new(self.span, format_args!("write {form}"))),
        }
    }
}

fn negated(number: &str, span: Span) -> syn::Result<proc_macro2::Literal> {
    let mut literal: proc_macro2::Literal =
        format!("-{number}").parse().map_err(|_| syn::Error::new(span, "expected a number"))?;
    literal.set_span(span);
    Ok(literal)
}

/// The one text of a list such as `("self")`.
pub(crate) fn text(attribute: &syn::Attribute, form: &str) -> syn::Result<LitStr> {
    attribute
        .parse_args::<LitStr>()
        .map_err(|_| syn::Error::new_spanned(attribute.meta.to_token_stream(), format_args!("write {form}")))
}
