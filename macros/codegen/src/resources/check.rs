//! Holds parameters against variables, completions against methods, and all definitions of the block against each
//! other.

use std::collections::HashMap;

use quote::ToTokens;
use syn::{FnArg, LitStr, ReturnType, Signature, Type, ext::IdentExt};
use wayleave_model::UriTemplate;

use super::{
    method::{Method, Parameter},
    parse::Block,
};
use crate::{
    attribute::{Address, Key},
    captures,
    defects::Defects,
    names::did_you_mean,
    set::{self, Member},
};

/// What is known of a method once it is checked.
pub(super) struct Checked {
    pub(super) name: String,
    pub(super) description: Option<String>,
    /// The variables with their parameters' types, in the template's order.
    pub(super) captures: Vec<(String, Type)>,
    pub(super) completions: Vec<Completion>,
}

/// A variable with the method that completes it.
pub(super) struct Completion {
    pub(super) variable: Key,
    pub(super) method: syn::Ident,
    pub(super) takes_caller: bool,
    pub(super) output: ReturnType,
}

/// Checks every method by itself and then all of them together.
pub(super) fn check(block: &Block, defects: &mut Defects) -> Vec<Checked> {
    let checked: Vec<Checked> =
        block.methods.iter().map(|method| self::method(block, method, defects)).collect();
    for group in groups(&block.methods) {
        let members: Vec<Member> = group
            .iter()
            .filter_map(|&index| {
                let (method, checked) = (block.methods.get(index)?, checked.get(index)?);
                let definition =
                    method.described.definition(&checked.name, checked.description.as_deref())?;
                Some(Member::new(definition, method.ident.span(), &method.described))
            })
            .collect();
        set::check(&members, defects);
        repeated_routes(&block.methods, &group, defects);
    }
    checked
}

/// The methods that stand under the same conditions. Others are compared when a gateway is built: which of them are
/// there, only the compiler knows.
pub(super) fn groups(methods: &[Method]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut known = HashMap::new();
    for (index, method) in methods.iter().enumerate() {
        let conditions: String =
            method.conditions.iter().map(|condition| condition.to_token_stream().to_string()).collect();
        let at = *known.entry(conditions).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

fn repeated_routes(methods: &[Method], group: &[usize], defects: &mut Defects) {
    let mut known = HashMap::new();
    for method in group.iter().filter_map(|&index| methods.get(index)) {
        let Some(Address::Route(route)) = &method.described.address else { continue };
        let spelt = route.to_token_stream().to_string();
        if let Some(first) = known.get(&spelt) {
            defects.at(route, format_args!("`{spelt}` is served twice, first by `{first}`"));
        }
        known.entry(spelt).or_insert_with(|| method.ident.to_string());
    }
}

fn method(block: &Block, method: &Method, defects: &mut Defects) -> Checked {
    let described = &method.described;
    let name = described.name.as_ref().map_or_else(|| method.ident.unraw().to_string(), LitStr::value);
    let description =
        described.description.as_ref().map(LitStr::value).or_else(|| method.documentation.clone());
    let mut captures = Vec::new();
    match &described.address {
        Some(Address::Template(literal, template)) => {
            captures = self::captures(&method.parameters, literal, template, defects);
        }
        Some(Address::Uri(_)) => {
            for parameter in &method.parameters {
                let message = "a concrete URI has no variables, so nothing gives this parameter: write `uri_template = \"…\"`";
                defects.at_span(parameter.span, message);
            }
        }
        Some(Address::Route(route)) => {
            if method.parameters.is_empty() {
                let route = route.to_token_stream().to_string();
                let message = format!("`{}` takes no route: add a parameter `route: {route}`", method.ident);
                defects.at(&method.ident, message);
            }
            for parameter in method.parameters.iter().skip(1) {
                defects.at_span(parameter.span, "the route holds every capture: take nothing else by value");
            }
        }
        None => {}
    }
    if let (Some(public), Some(_)) = (described.public, method.caller) {
        defects.at_span(
            public,
            "a result for everyone depends on no caller: write `scope = \"private\"`, or take no caller",
        );
    }
    let completions = described
        .complete
        .iter()
        .filter_map(|(variable, name)| completion(block, method, variable, name, defects))
        .collect();
    Checked { name, description, captures, completions }
}

fn captures(
    parameters: &[Parameter],
    literal: &LitStr,
    template: &UriTemplate,
    defects: &mut Defects,
) -> Vec<(String, Type)> {
    let (mut takers, mut types) = (Vec::new(), Vec::new());
    for parameter in parameters {
        match &parameter.taker {
            Some(taker) => {
                takers.push(taker);
                types.push((taker.variable.clone(), parameter.ty.clone()));
            }
            None => defects.at_span(
                parameter.span,
                "a parameter is named as its variable: write a name, or `#[capture(\"variable\")]` before it",
            ),
        }
    }
    if takers.len() == parameters.len() {
        captures::check("parameter", &takers, literal, template, defects);
    }
    let typed = |name: &str| types.iter().find(|(variable, _)| variable == name).cloned();
    template.variables().filter_map(typed).collect()
}

fn completion(
    block: &Block,
    method: &Method,
    variable: &Key,
    name: &syn::Ident,
    defects: &mut Defects,
) -> Option<Completion> {
    // That a concrete URI has none is said already.
    if matches!(method.described.address, Some(Address::Uri(_))) {
        return None;
    }
    // A route type's variables are compared by the compiler.
    if let Some(Address::Template(_, template)) = &method.described.address
        && !template.variables().any(|own| own == variable.name)
    {
        let near = did_you_mean(&variable.name, template.variables());
        defects
            .at_span(variable.span, format_args!("the template has no variable `{}`{near}", variable.name));
        return None;
    }
    let Some(signature) = block.others.iter().find(|signature| signature.ident == *name) else {
        // It may be one of those that could not be read.
        if !block.whole {
            return None;
        }
        let others: Vec<String> = block.others.iter().map(|signature| signature.ident.to_string()).collect();
        let near = did_you_mean(&name.to_string(), others.iter().map(String::as_str));
        defects
            .at(name, format_args!("this block has no method `{name}` that could complete a variable{near}"));
        return None;
    };
    match hook(signature, block.callers) {
        Ok(takes_caller) => Some(Completion {
            variable: variable.clone(),
            method: name.clone(),
            takes_caller,
            output: signature.output.clone(),
        }),
        Err(form) => {
            let message = format_args!("a method that completes a variable is `{form}`");
            defects.at_span(signature.ident.span(), message);
            None
        }
    }
}

/// Whether the method takes the caller; or what it should be.
fn hook(signature: &Signature, callers: bool) -> Result<bool, &'static str> {
    let form = match callers {
        true => {
            "async fn(&self, &Caller, CompletionRequest<'_>) -> Vec<String>`, with or without the caller, or of a `Result"
        }
        false => "async fn(&self, CompletionRequest<'_>) -> Vec<String>` or of a `Result",
    };
    let references: Vec<bool> = signature
        .inputs
        .iter()
        .filter_map(|input| match input {
            FnArg::Typed(parameter) => Some(matches!(*parameter.ty, Type::Reference(_))),
            FnArg::Receiver(_) => None,
        })
        .collect();
    let plain = signature.asyncness.is_some()
        && signature
            .receiver()
            .is_some_and(|receiver| matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None)))
        && signature.generics.type_params().next().is_none();
    match references[..] {
        [false] if plain => Ok(false),
        [true, false] if plain && callers => Ok(true),
        _ => Err(form),
    }
}
