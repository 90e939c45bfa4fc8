//! The names in text templates: variables, filters, tests and functions that do not exist, and braces that nothing
//! fills in.

use std::collections::{HashMap, HashSet};

use minijinja::{Environment, Error, ErrorKind, Template, Value};

use super::body::offset_of;
use super::{Checker, Variables};
use crate::code::Code;
use crate::defect::Found;
use crate::manifest::{Capture, CaptureType};
use crate::quote::{escaped, one_of, quoted};
use crate::raw::{RawBody, Text};
use crate::shape::nearest;
use crate::tags::{Role, Word};
use crate::template::{ELSEWHERE, FILTERS, TESTS};

/// How many steps the rendering takes that a check tries. It is enough for any page without a long loop, and ten
/// thousand hostile templates still take no more than a second.
pub(super) const TRIAL_FUEL: u64 = 10_000;

impl Checker<'_> {
    /// Reports the names that do not exist; whether all do. The engine looks filters and tests up only when it runs
    /// into them, so each is asked for by its name: that finds those in branches that are seldom taken. What is not
    /// found is a name that is itself a value, such as the test in `select("…")`.
    pub(super) fn names(
        &mut self,
        text: Text<'_>,
        template: &Template<'_, '_>,
        words: &[Word<'_>],
        variables: Option<&Variables<'_>>,
        environment: &Environment<'_>,
    ) -> bool {
        let mut state = environment.empty_state();
        let mut good = true;
        let mut known = HashSet::new();
        for word in words.iter().filter(|word| matches!(word.role, Role::Filter | Role::Test)) {
            if !known.insert((word.text, word.role)) {
                continue;
            }
            let (lookup, missing, code, what, names) = match word.role {
                Role::Filter => {
                    let lookup = state.apply_filter(word.text, &[]).err();
                    (lookup, ErrorKind::UnknownFilter, Code::UnknownFilter, "filter", FILTERS)
                }
                _ => {
                    let lookup = state.perform_test(word.text, &[]).err();
                    (lookup, ErrorKind::UnknownTest, Code::UnknownTest, "test", TESTS)
                }
            };
            // A name that exists complains of its missing arguments.
            if lookup.is_some_and(|error| error.kind() == missing) {
                good = false;
                if !self.defects.skips() {
                    let span = text.at(self.source, word.offset);
                    let found = Found::new(code, span, format!("there is no {what} {}", quoted(word.text)));
                    self.add(found.help(match meant(word.text, names) {
                        Some(near) => format!("did you mean {}?", quoted(near)),
                        None => format!("`wayleave check --explain {code}` lists the {what}s"),
                    }));
                }
            }
        }
        match variables {
            Some(variables) => self.undeclared(text, template, words, variables, environment) && good,
            None => good,
        }
    }

    /// Reports the variables and functions that are neither captures, nor the engine's, nor set in the template.
    fn undeclared(
        &mut self,
        text: Text<'_>,
        template: &Template<'_, '_>,
        words: &[Word<'_>],
        variables: &Variables<'_>,
        environment: &Environment<'_>,
    ) -> bool {
        let globals: Vec<&str> = environment.globals().map(|(name, _)| name).collect();
        let mut undeclared: Vec<String> = template.undeclared_variables(false).into_iter().collect();
        undeclared.retain(|name| !globals.contains(&name.as_str()) && variables.position(name).is_none());
        undeclared.sort_unstable();
        let mut uses = HashMap::new();
        for word in words.iter().filter(|word| matches!(word.role, Role::Name | Role::Call)) {
            uses.entry(word.text).or_insert(*word);
        }
        for name in &undeclared {
            if self.defects.skips() {
                continue;
            }
            let used = uses.get(name.as_str());
            let span = text.at(self.source, used.map_or(0, |word| word.offset));
            let near =
                |names: &[&str]| nearest(name, names).map(|near| format!("did you mean {}?", quoted(near)));
            if used.is_some_and(|word| word.role == Role::Call) {
                let message = format!("there is no function {}", quoted(name));
                let help =
                    near(&globals).unwrap_or_else(|| format!("the functions are {}", one_of(&globals)));
                self.add(Found::new(Code::UnknownFunction, span, message).help(help));
                continue;
            }
            let message = format!("the template uses {}, which is no capture of this entry", quoted(name));
            let help = near(&variables.names).unwrap_or_else(|| match variables.names.is_empty() {
                true => "a concrete URI captures nothing".to_owned(),
                false => format!("its captures are {}", one_of(&variables.names)),
            });
            self.add(Found::new(Code::UndeclaredVariable, span, message).help(help));
        }
        undeclared.is_empty()
    }

    /// Renders the template once, with a value of the right type for each capture, for what depends on values: methods,
    /// and names that are arguments. It sees only what it runs into with those values and [`TRIAL_FUEL`]; any
    /// other error may be right with other values, and is left to the read.
    pub(super) fn tried(
        &mut self,
        text: Text<'_>,
        template: &Template<'_, '_>,
        captures: &[Capture],
    ) -> bool {
        let sample = |capture: &Capture| (capture.name.clone(), sample(capture.kind));
        let Err(error) = template.render(captures.iter().map(sample).collect::<Value>()) else { return true };
        let (code, help) = match error.kind() {
            ErrorKind::UnknownFilter => (Code::UnknownFilter, ""),
            ErrorKind::UnknownTest => (Code::UnknownTest, ""),
            ErrorKind::UnknownFunction => (Code::UnknownFunction, ""),
            ErrorKind::UnknownMethod => (
                Code::UnknownFunction,
                "values have no methods of their own; write a filter: `{{ name | upper }}`",
            ),
            _ => return true,
        };
        let span = text.at(self.source, offset_of(text.text, &error));
        let found = Found::new(code, span, detail(&error));
        self.add(if help.is_empty() { found } else { found.help(help) });
        false
    }

    /// Warns of braces that look as if a capture were filled in, where none is.
    pub(super) fn braces(&mut self, raw: &RawBody<'_>, variables: &Variables<'_>) {
        let is_variable = |name: &str| variables.position(name).is_some();
        if let Some(text) = raw.text.filter(|_| !variables.names.is_empty()) {
            let single = || braced(text.text, "{", "}").find(|(_, name)| is_variable(name));
            if let Some((offset, name)) = braced(text.text, "{{", "}}").next().or_else(single) {
                let message = format!("nothing is filled in here: {} stands in a plain text", quoted(name));
                let found = Found::new(Code::LiteralBraces, text.at(self.source, offset), message);
                self.add(found.help(format!(
                    "write `template: …` in place of `text`, and `{{{{ {} }}}}`",
                    escaped(name)
                )));
            }
        }
        if let Some(text) = raw.template {
            let found = braced(text.text, "{", "}").find(|(_, name)| is_variable(name));
            if let Some((offset, name)) = found {
                let message = "nothing is filled in here: a template takes two braces";
                let found = Found::new(Code::LiteralBraces, text.at(self.source, offset), message);
                self.add(found.help(format!("write `{{{{ {} }}}}`", escaped(name))));
            }
        }
    }
}

/// Each name that stands between exactly these braces, with the byte of the first brace.
fn braced<'t>(
    text: &'t str,
    open: &'static str,
    close: &'static str,
) -> impl Iterator<Item = (usize, &'t str)> {
    text.match_indices(open).filter_map(move |(at, _)| {
        let inner = text.get(at + open.len()..)?;
        let (name, rest) = inner.split_at_checked(inner.find(['{', '}', '\n'])?)?;
        let exact = !text.get(..at)?.ends_with('{') && rest.starts_with(close);
        let name = name.trim();
        (exact && crate::form::is_identifier(name)).then_some((at, name))
    })
}

/// The name that was probably meant: spelt alike, or called so elsewhere.
fn meant(name: &str, names: &[&'static str]) -> Option<&'static str> {
    let elsewhere = ELSEWHERE.iter().find(|(word, _)| word.eq_ignore_ascii_case(name));
    let elsewhere = elsewhere.map(|(_, here)| *here).filter(|here| names.contains(here));
    elsewhere.or_else(|| nearest(name, names))
}

/// A value that a capture of this type may have.
fn sample(kind: CaptureType) -> Value {
    match kind {
        CaptureType::String => Value::from("a"),
        CaptureType::Bool => Value::from(true),
        CaptureType::F32 | CaptureType::F64 => Value::from(1.5),
        _ => Value::from(1),
    }
}

pub(super) fn detail(error: &Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), |detail| escaped(detail).into_owned())
}
