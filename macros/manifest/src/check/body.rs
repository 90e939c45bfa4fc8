//! Bodies: a text, a minijinja template, or a file of a store.

use minijinja::{Environment, Error};

use super::names::detail;
use super::stores::Stores;
use super::{Checker, Variables};
use crate::code::Code;
use crate::defect::Found;
use crate::manifest::{Body, Capture};
use crate::path::PathPattern;
use crate::raw::{RawBody, Text};
use crate::tags::{self, Tags};
use crate::template::{MAX_BRANCHES, MAX_LINE_BYTES, MAX_TAG_BYTES, MAX_TAGS, MAX_TEMPLATE_BYTES};

impl Checker<'_> {
    /// The body of an entry; every part of it is looked at, also when several stand.
    pub(super) fn body(
        &mut self,
        raw: &RawBody<'_>,
        variables: Option<&Variables<'_>>,
        captures: Option<&[Capture]>,
        stores: &mut Stores<'_>,
        environment: &Environment<'_>,
    ) -> Option<Body> {
        if let Some(variables) = variables {
            self.braces(raw, variables);
        }
        let template =
            raw.template.and_then(|template| self.template(template, variables, captures, environment));
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
        if let Some(folder) = &store.folder {
            self.path_in(folder, &path, text);
        }
        Some(Body::Store { store: raw.store?.text.to_owned(), path })
    }

    fn template(
        &mut self,
        text: Text<'_>,
        variables: Option<&Variables<'_>>,
        captures: Option<&[Capture]>,
        environment: &Environment<'_>,
    ) -> Option<Body> {
        if text.text.len() > MAX_TEMPLATE_BYTES {
            let message = format!("a template takes at most {} KiB", MAX_TEMPLATE_BYTES / 1024);
            let help = "keep text that does not depend on captures in a store";
            self.add(Found::new(Code::BadValue, text.span, message).help(help));
            return None;
        }
        let tags = tags::tags(text.text);
        if let Some(found) = self.too_much(text, &tags) {
            self.add(found);
            return None;
        }
        let template = match environment.template_from_named_str("template", text.text) {
            Ok(template) => template,
            Err(error) => {
                let span = text.at(self.source, offset_of(text.text, &error));
                let message = format!("the template is wrong: {}", detail(&error));
                self.add(Found::new(Code::TemplateSyntax, span, message));
                return None;
            }
        };
        // Values with names can be doubled again and again in a few tags, which no fuel counts: such a template is not
        // tried.
        let good = self.names(text, &template, &tags.words, variables, environment)
            && (tags.bind() || self.tried(text, &template, captures.unwrap_or_default()));
        good.then(|| Body::Template(text.text.to_owned()))
    }

    /// What the engine must not be given: it would take more stack, or more columns, than it has.
    fn too_much(&self, text: Text<'_>, tags: &Tags<'_>) -> Option<Found> {
        let at = |offset| text.at(self.source, offset);
        let branches: Vec<_> = tags.words.iter().filter(|word| word.text == "elif").collect();
        let mut lines = text.text.split_inclusive('\n').scan(0, |start, line| {
            let here = *start;
            *start += line.len();
            Some((here, line.len()))
        });
        let (span, message) =
            if let Some((open, _)) = tags.tags.iter().find(|(_, length)| *length > MAX_TAG_BYTES) {
                (at(*open), format!("a tag takes at most {MAX_TAG_BYTES} bytes"))
            } else if let Some((open, _)) = tags.tags.get(MAX_TAGS) {
                (at(*open), format!("a template has at most {MAX_TAGS} tags"))
            } else if let Some(word) = branches.get(MAX_BRANCHES) {
                (at(word.offset), format!("a template has at most {MAX_BRANCHES} `elif`"))
            } else if let Some((start, _)) = lines.find(|(_, length)| *length > MAX_LINE_BYTES) {
                (at(start), format!("a line of a template takes at most {MAX_LINE_BYTES} bytes"))
            } else {
                return None;
            };
        Some(
            Found::new(Code::BadValue, span, message)
                .help("keep what is not filled in in a store, or write a handler"),
        )
    }
}

/// The byte of the template at which an error stands: its range if it has one, else the start of its line.
pub(super) fn offset_of(template: &str, error: &Error) -> usize {
    if let Some(range) = error.range() {
        return range.start.min(template.len());
    }
    let above = error.line().unwrap_or(1).saturating_sub(1);
    template.split_inclusive('\n').take(above).map(str::len).sum()
}
