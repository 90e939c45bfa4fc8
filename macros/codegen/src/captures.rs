//! Fields and parameters against a template's variables: the same set, both ways.

use std::collections::HashSet;

use proc_macro2::Span;
use quote::format_ident;
use syn::{Attribute, LitStr, ext::IdentExt};
use wayleave_model::UriTemplate;

use crate::{attribute, defects::Defects, fault::marked, names::nearest, shape::offset_of};

/// What takes the value of a variable: a field or a parameter.
pub(crate) struct Taker {
    /// The variable it names.
    pub(crate) variable: String,
    /// Where it names it.
    pub(crate) span: Span,
}

impl Taker {
    /// A field or parameter of this name, unless `#[capture("…")]` says another.
    pub(crate) fn new(ident: &syn::Ident, attributes: &[Attribute], defects: &mut Defects) -> Self {
        let mut taker = Self { variable: ident.unraw().to_string(), span: ident.span() };
        let mut own = attributes.iter().filter(|attribute| is_capture(attribute));
        if let Some(attribute) = own.next()
            && let Some(text) = defects.ok(attribute::text(attribute, "`#[capture(\"variable\")]`"))
        {
            taker = Self { variable: text.value(), span: text.span() };
        }
        for again in own {
            defects.at(again, "`#[capture]` is given twice");
        }
        taker
    }
}

/// Whether the attribute is our `#[capture("…")]`.
pub(crate) fn is_capture(attribute: &Attribute) -> bool {
    attribute.path().is_ident("capture")
}

/// Checks that `takers` and variables are the same set. `what` is a field or a parameter.
pub(crate) fn check(
    what: &str,
    takers: &[&Taker],
    literal: &LitStr,
    template: &UriTemplate,
    defects: &mut Defects,
) {
    let mut taken = HashSet::new();
    let mut strangers = Vec::new();
    for &taker in takers {
        if !template.variables().any(|name| name == taker.variable) {
            strangers.push(taker);
        } else if !taken.insert(&*taker.variable) {
            defects.at_span(taker.span, format_args!("two {what}s take the variable `{}`", taker.variable));
        }
    }
    let mut missing: Vec<&str> = template.variables().filter(|name| !taken.contains(name)).collect();
    let alone = strangers.len() == 1 && missing.len() == 1;
    for stranger in strangers {
        let name = &stranger.variable;
        // The variable that was meant is then not missing too: one mistake, one message.
        let meant = match alone {
            true => missing.first().copied(),
            false => nearest(name, missing.iter().copied()),
        };
        let near = nearest(name, missing.iter().copied());
        let message = match meant {
            Some(meant) if near == Some(meant) => {
                format!("the template has no variable `{name}`; did you mean `{meant}`?")
            }
            Some(meant) => format!(
                "the template has no variable `{name}`; its variable `{meant}` is taken by no {what}: rename one, or \
                 write `#[capture(\"{meant}\")]`"
            ),
            None if template.variables().len() == 0 => {
                format!("the template has no variable `{name}`: it has none")
            }
            None => {
                let names: Vec<&str> = template.variables().collect();
                format!("the template has no variable `{name}`, only {}", crate::names::list(&names))
            }
        };
        missing.retain(|name| Some(*name) != meant);
        defects.at_span(stranger.span, message);
    }
    for name in missing {
        let help = match syn::parse_str::<syn::Ident>(name) {
            Ok(ident) => format!("add a {what} `{ident}`"),
            Err(_) if name != "_" && syn::parse_str::<syn::Ident>(&format!("r#{name}")).is_ok() => {
                format!("add a {what} `{}`", format_ident!("r#{name}"))
            }
            Err(_) => format!("`{name}` is no Rust name: add a {what} with `#[capture(\"{name}\")]`"),
        };
        let message = format!("no {what} takes the variable `{name}`");
        defects.at(literal, marked(&message, template.as_str(), offset_of(template, name), &help));
    }
}
