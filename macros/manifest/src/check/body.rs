//! Bodies: a text, a minijinja template, or a file of a store.

use std::collections::{HashMap, HashSet};

use minijinja::{Environment, Error};

use super::stores::Stores;
use super::{Checker, Variables};
use crate::code::Code;
use crate::defect::Found;
use crate::manifest::Body;
use crate::path::PathPattern;
use crate::quote::{escaped, one_of, quoted};
use crate::raw::{RawBody, Text};
use crate::shape::nearest;
use crate::template::MAX_TEMPLATE_BYTES;

impl Checker<'_> {
    /// The body of an entry; every part of it is looked at, also when several stand.
    pub(super) fn body(
        &mut self,
        raw: &RawBody<'_>,
        variables: Option<&Variables<'_>>,
        stores: &mut Stores<'_>,
        environment: &Environment<'_>,
    ) -> Option<Body> {
        let template = raw.template.and_then(|template| self.template(template, variables, environment));
        let stored = self.stored(raw, variables, stores);
        raw.text.map(|text| Body::Text(text.text.to_owned())).or(template).or(stored)
    }

    fn stored(
        &mut self,
        raw: &RawBody<'_>,
        variables: Option<&Variables<'_>>,
        stores: &mut Stores<'_>,
    ) -> Option<Body> {
        let store = raw.store.and_then(|name| self.store(name, stores));
        let text = raw.path?;
        let path = match PathPattern::parse(text.text, |name| variables?.position(name)) {
            Ok(path) => path,
            Err(fault) => {
                self.path_fault(text, &fault, variables);
                return None;
            }
        };
        let store = store?;
        let folder = store.folder.filter(|_| path.is_fixed());
        if folder.is_some_and(|folder| !folder.join(path.as_str()).is_file()) {
            let message = format!("there is no file {} in the store", quoted(path.as_str()));
            self.add(Found::new(Code::MissingFile, text.span, message));
        }
        Some(Body::Store { store: raw.store?.text.to_owned(), path })
    }

    fn template(
        &mut self,
        text: Text<'_>,
        variables: Option<&Variables<'_>>,
        environment: &Environment<'_>,
    ) -> Option<Body> {
        if text.text.len() > MAX_TEMPLATE_BYTES {
            let message = format!("a template takes at most {} KiB", MAX_TEMPLATE_BYTES / 1024);
            let help = "keep text that does not depend on captures in a store";
            self.add(Found::new(Code::BadValue, text.span, message).help(help));
            return None;
        }
        let template = match environment.template_from_named_str("template", text.text) {
            Ok(template) => template,
            Err(error) => {
                let span = text.at(self.source, offset_of(text.text, &error));
                let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
                self.add(Found::new(
                    Code::TemplateSyntax,
                    span,
                    format!("the template is wrong: {}", escaped(&detail)),
                ));
                return None;
            }
        };
        let mut undeclared: Vec<String> = template.undeclared_variables(false).into_iter().collect();
        let globals: HashSet<&str> = environment.globals().map(|(name, _)| name).collect();
        undeclared.retain(|name| !globals.contains(name.as_str()));
        if let Some(variables) = variables {
            undeclared.retain(|name| variables.position(name).is_none());
            undeclared.sort_unstable();
            let uses = if undeclared.is_empty() { HashMap::new() } else { uses(text.text) };
            for name in &undeclared {
                if self.defects.skips() {
                    continue;
                }
                let span = text.at(self.source, uses.get(name.as_str()).copied().unwrap_or(0));
                let message =
                    format!("the template uses {}, which is no capture of this entry", quoted(name));
                let found = Found::new(Code::UndeclaredVariable, span, message);
                self.add(match nearest(name, &variables.names) {
                    Some(near) => found.help(format!("did you mean {}?", quoted(near))),
                    None if variables.names.is_empty() => found.help("a concrete URI captures nothing"),
                    None => found.help(format!("its captures are {}", one_of(&variables.names))),
                });
            }
        }
        undeclared.is_empty().then(|| Body::Template(text.text.to_owned()))
    }
}

/// The byte of the template at which an error stands: its range if it has one, else the start of its line.
fn offset_of(template: &str, error: &Error) -> usize {
    if let Some(range) = error.range() {
        return range.start.min(template.len());
    }
    let above = error.line().unwrap_or(1).saturating_sub(1);
    template.split_inclusive('\n').take(above).map(str::len).sum()
}

/// Each name in the template's tags, with the byte at which it stands first. What follows a `.` is an attribute.
fn uses(template: &str) -> HashMap<&str, usize> {
    let mut uses = HashMap::new();
    let mut at = 0;
    while let Some(tag) = template.get(at..).and_then(|rest| Some(at + rest.find('{')?)) {
        let rest = template.get(tag..).unwrap_or_default();
        let close = match rest.get(..2) {
            Some("{{") => "}}",
            Some("{%") => "%}",
            Some("{#") => "#}",
            _ => {
                at = tag + 1;
                continue;
            }
        };
        let inside = rest.get(..rest.find(close).unwrap_or(rest.len())).unwrap_or_default();
        at = tag + inside.len().max(2);
        if close == "#}" {
            continue;
        }
        let mut offset = tag;
        let mut before = ' ';
        for word in inside.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_')) {
            let name = word.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
            if before != '.' && !name.is_empty() {
                uses.entry(name).or_insert(offset);
            }
            offset += word.len();
            before = word.chars().next_back().unwrap_or(' ');
        }
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_use_of_a_variable_is_found() {
        let who = uses("{ who } {# who #}{{ whose }}{{ x.who }} {{ who }}");
        assert_eq!(who.get("who"), Some(&43));
        assert_eq!(uses("{% if a %}{{ b }}{% endif %}").get("b"), Some(&13));
        assert_eq!(uses("none").get("none"), None);
        assert_eq!(uses("{{ unclosed").get("unclosed"), Some(&3));
    }
}
