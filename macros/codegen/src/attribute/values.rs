//! The values of attributes, each checked by itself where it stands (U1 to U3); the model says what is right.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use serde_json::{Map, Value};
use syn::{
    Ident, Lit, LitStr, Token,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
    token,
};
use wayleave_model::{
    Annotations, Definition, DefinitionBuilder, DefinitionFault, Icon, Role, Theme, Uri, UriTemplate,
};

use super::{
    definition::Address,
    syntax::{Key, Reader, each},
};
use crate::{defects::Defects, fault::marked, names::did_you_mean};

/// A definition of which nothing but what is added can be wrong.
pub(super) fn any() -> DefinitionBuilder {
    Definition::builder("any").uri("any:one")
}

/// What the model says of one attribute.
fn fault(builder: DefinitionBuilder) -> Option<DefinitionFault> {
    builder
        .build()
        .err()
        .map(|error| error.fault().clone())
        .filter(|fault| *fault != DefinitionFault::NoAddress)
}

pub(super) fn checked(
    text: LitStr,
    defects: &mut Defects,
    add: impl FnOnce(String) -> DefinitionBuilder,
) -> Option<LitStr> {
    match fault(add(text.value())) {
        Some(fault) => {
            defects.at(&text, fault);
            None
        }
        None => Some(text),
    }
}

pub(super) fn uri(text: LitStr, defects: &mut Defects) -> Option<Address> {
    let value = text.value();
    match Uri::parse(&value) {
        Ok(uri) if uri.as_ref().is_reserved() => {
            let message = "the scheme `mcp-warning` is reserved";
            defects.at(
                &text,
                marked(
                    message,
                    &value,
                    0,
                    "choose another scheme: this one marks the warnings of incomplete bundles",
                ),
            );
            None
        }
        Ok(_) => Some(Address::Uri(text)),
        Err(error) => {
            let help = match value.get(error.offset()..).is_some_and(|rest| rest.starts_with('{')) {
                true => "a URI has no variables: write `uri_template = \"…\"`",
                false => error.help(),
            };
            defects.at(&text, marked(error.kind().message(), &value, error.offset(), help));
            None
        }
    }
}

pub(super) fn template(text: LitStr, defects: &mut Defects) -> Option<Address> {
    let value = text.value();
    match UriTemplate::parse(&value) {
        Ok(template) => Some(Address::Template(text, template)),
        Err(error) => {
            defects.at(&text, marked(error.kind().message(), &value, error.offset(), error.help()));
            None
        }
    }
}

pub(super) fn size(key: &Key, input: ParseStream<'_>) -> syn::Result<u64> {
    const FORM: &str = "`size = 1024`, in bytes";
    match key.literal(input, FORM)? {
        Lit::Int(number) if number.base10_parse::<u64>().is_ok() => number.base10_parse(),
        other => Err(syn::Error::new(other.span(), format_args!("write {FORM}"))),
    }
}

pub(super) fn annotations(into: &mut Annotations, tokens: TokenStream, defects: &mut Defects) {
    let reader = Reader::of("`annotations(…)`", &["audience", "priority", "last_modified"]);
    each(tokens, reader, &mut HashSet::new(), defects, |key, input, defects| {
        match &*key.name {
            "audience" => {
                for text in texts(key, input, "`audience(\"user\", \"assistant\")`")? {
                    match &*text.value() {
                        "user" => into.audience.push(Role::User),
                        "assistant" => into.audience.push(Role::Assistant),
                        other => defects.syntax(one_of(&text, "an audience", other, &["user", "assistant"])),
                    }
                }
            }
            "priority" => {
                let form = "`priority = 0.9`, from 0 to 1";
                let literal = key.literal(input, form)?;
                let number = match &literal {
                    Lit::Float(number) => number.base10_parse::<f64>().ok(),
                    Lit::Int(number) => number.base10_parse::<u32>().ok().map(f64::from),
                    _ => None,
                };
                let number =
                    number.ok_or_else(|| syn::Error::new(literal.span(), format_args!("write {form}")))?;
                let alone = Annotations { priority: Some(number), ..Annotations::default() };
                match fault(any().annotations(alone)) {
                    Some(fault) => return Err(syn::Error::new(literal.span(), fault)),
                    None => into.priority = Some(number),
                }
            }
            _ => {
                let text = key.text(input)?;
                into.last_modified = checked(text, defects, |time| {
                    any().annotations(Annotations { last_modified: Some(time), ..Annotations::default() })
                })
                .map(|text| text.value());
            }
        }
        Ok(())
    });
}

pub(super) fn icon(key: &Key, input: ParseStream<'_>, defects: &mut Defects) -> syn::Result<Option<Icon>> {
    let mut icon = Icon { src: String::new(), mime_type: None, sizes: Vec::new(), theme: None };
    let before = defects.count();
    let tokens = key.list(
        input,
        "`icon(src = \"https://…\", mime_type = \"image/png\", sizes(\"48x48\"), theme = \"dark\")`",
    )?;
    let mut seen = HashSet::new();
    let reader = Reader::of("`icon(…)`", &["src", "mime_type", "sizes", "theme"]);
    each(tokens, reader, &mut seen, defects, |key, input, defects| {
        match &*key.name {
            "src" => icon.src = key.text(input)?.value(),
            "mime_type" => {
                let text = checked(key.text(input)?, defects, |text| any().mime_type(text));
                icon.mime_type = text.map(|text| text.value());
            }
            "sizes" => icon.sizes.extend(texts(key, input, "`sizes(\"48x48\")`")?.iter().map(LitStr::value)),
            _ => {
                let text = key.text(input)?;
                icon.theme = match &*text.value() {
                    "light" => Some(Theme::Light),
                    "dark" => Some(Theme::Dark),
                    other => return Err(one_of(&text, "a theme", other, &["light", "dark"])),
                };
            }
        }
        Ok(())
    });
    if defects.count() > before {
        return Ok(None);
    }
    if !seen.contains("src") {
        return Err(syn::Error::new(key.span, "an icon needs its address: write `src = \"https://…\"`"));
    }
    Ok(Some(icon))
}

pub(super) fn meta(
    into: &mut Map<String, Value>,
    key: &Key,
    input: ParseStream<'_>,
    defects: &mut Defects,
) -> syn::Result<()> {
    let form = "`meta(key = literal)` or `meta = r#\"{ \"key\": … }\"#`";
    if input.peek(token::Paren) {
        let reader = Reader { of: "`meta(…)`", keys: None, repeatable: &[], hints: &[] };
        each(key.list(input, form)?, reader, &mut HashSet::new(), defects, |key, input, _| {
            let literal =
                key.literal(input, &format!("`{} = …`, with a text, a number, `true` or `false`", key.name))?;
            into.insert(key.name.clone(), json(&literal)?);
            Ok(())
        });
        return Ok(());
    }
    match key.literal(input, form)? {
        Lit::Str(text) => match serde_json::from_str(&text.value()) {
            Ok(object) => {
                *into = object;
                Ok(())
            }
            Err(error) => {
                Err(syn::Error::new(text.span(), format_args!("`meta` is no JSON object: {error}")))
            }
        },
        other => Err(syn::Error::new(other.span(), format_args!("write {form}"))),
    }
}

fn json(literal: &Lit) -> syn::Result<Value> {
    let wrong = |message: &str| syn::Error::new(literal.span(), message);
    Ok(match literal {
        Lit::Str(text) => text.value().into(),
        Lit::Bool(truth) => truth.value.into(),
        Lit::Int(number) => match number.base10_parse::<u64>() {
            Ok(number) => number.into(),
            Err(_) => {
                number.base10_parse::<i64>().map_err(|_| wrong("the number is too large for JSON"))?.into()
            }
        },
        Lit::Float(number) => {
            let number = number.base10_parse::<f64>().ok().and_then(serde_json::Number::from_f64);
            number.ok_or_else(|| wrong("the number is too large for JSON"))?.into()
        }
        _ => return Err(wrong("metadata is a text, a number, `true` or `false`")),
    })
}

pub(super) fn complete(into: &mut Vec<(Key, Ident)>, tokens: TokenStream, defects: &mut Defects) {
    let reader = Reader { of: "`complete(…)`", keys: None, repeatable: &[], hints: &[] };
    each(tokens, reader, &mut HashSet::new(), defects, |key, input, _| {
        let form = format!("`{} = Self::method`, with a method of this block", key.name);
        key.equals(input, &form)?;
        let path: syn::Path = input
            .parse()
            .map_err(|error: syn::Error| syn::Error::new(error.span(), format_args!("write {form}")))?;
        let mut segments = path.segments.iter();
        match (segments.next(), segments.next(), segments.next()) {
            (Some(first), Some(method), None) if first.ident == "Self" && method.arguments.is_none() => {
                into.push((key.clone(), method.ident.clone()));
                Ok(())
            }
            _ => Err(syn::Error::new_spanned(&path, format_args!("write {form}"))),
        }
    });
}

fn texts(key: &Key, input: ParseStream<'_>, form: &str) -> syn::Result<Vec<LitStr>> {
    let wrong = |error: syn::Error| syn::Error::new(error.span(), format_args!("write {form}"));
    let list = Punctuated::<LitStr, Token![,]>::parse_terminated.parse2(key.list(input, form)?);
    list.map(|list| list.into_iter().collect()).map_err(wrong)
}

/// That a text is none of a few words.
pub(super) fn one_of(text: &LitStr, what: &str, given: &str, words: &[&str]) -> syn::Error {
    let list = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
    let near = did_you_mean(given, words.iter().copied());
    syn::Error::new(text.span(), format_args!("{what} is {list}{near}"))
}
