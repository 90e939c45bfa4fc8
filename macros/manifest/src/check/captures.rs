//! Captures: what `captures` says of the template's variables, and that it speaks of no others.

use wayleave_model::{CaptureFault, ExpandError, UriTemplate};

use super::stores::Stores;
use super::{Checker, Variables};
use crate::code::Code;
use crate::defect::Found;
use crate::manifest::{Capture, CaptureType, Complete};
use crate::path::{Glob, PathFault, PathFaultKind};
use crate::quote::{one_of, quoted};
use crate::raw::{RawCapture, RawComplete, RawEntry, Text};
use crate::shape::nearest;
use crate::source::Span;

impl Checker<'_> {
    /// One capture for each variable. `None` when the variables are not known, or a capture is bad.
    pub(super) fn captures(
        &mut self,
        raw: &RawEntry<'_>,
        variables: Option<&Variables<'_>>,
        stores: &mut Stores<'_>,
    ) -> Option<Vec<Capture>> {
        let described: Vec<Option<Capture>> =
            raw.captures.iter().map(|capture| self.capture(capture, stores)).collect();
        let variables = variables?;
        if raw.uri.is_none() {
            for capture in
                raw.captures.iter().filter(|capture| variables.position(capture.name.value).is_none())
            {
                self.unknown_capture(capture.name.span, capture.name.value, variables);
            }
        }
        let plain =
            |name: &&str| Capture { name: (*name).to_owned(), kind: CaptureType::String, complete: None };
        let mut captures: Vec<Capture> = variables.names.iter().map(plain).collect();
        for described in described {
            let described = described?;
            if let Some(capture) = variables.position(&described.name).and_then(|at| captures.get_mut(at)) {
                *capture = described;
            }
        }
        Some(captures)
    }

    /// Reports a name that is none of the template's variables.
    pub(super) fn unknown_capture(&mut self, span: Span, name: &str, variables: &Variables<'_>) {
        if self.defects.skips() {
            return;
        }
        let found = Found::new(
            Code::UnknownCapture,
            span,
            format!("the entry's template has no variable {}", quoted(name)),
        );
        self.add(match nearest(name, &variables.names) {
            Some(near) => found.help(format!("did you mean {}?", quoted(near))),
            None if variables.names.is_empty() => {
                found.help("a concrete URI captures nothing: use `uriTemplate`")
            }
            None => found.help(format!("its variables are {}", one_of(&variables.names))),
        });
    }

    fn capture(&mut self, raw: &RawCapture<'_>, stores: &mut Stores<'_>) -> Option<Capture> {
        let kind = match raw.kind {
            None => Some(CaptureType::String),
            Some(kind) => CaptureType::ALL.iter().copied().find(|known| known.as_str() == kind.text),
        };
        let complete = match &raw.complete {
            None => None,
            Some(complete) => Some(self.complete(complete, kind.unwrap_or_default(), stores)?),
        };
        Some(Capture { name: raw.name.value.to_owned(), kind: kind?, complete })
    }

    fn complete(
        &mut self,
        raw: &RawComplete<'_>,
        kind: CaptureType,
        stores: &mut Stores<'_>,
    ) -> Option<Complete> {
        if let Some(values) = &raw.values {
            let fitting: Vec<String> =
                values.iter().filter_map(|&value| self.completion(value, kind)).collect();
            return (fitting.len() == values.len()).then_some(Complete::Values(fitting));
        }
        let opened = raw.store.and_then(|name| Some((name, self.store(name, stores)?)));
        let glob = raw.glob.and_then(|glob| match Glob::parse(glob.text) {
            Ok(parsed) => {
                if let Some(folder) = opened.as_ref().and_then(|(_, opened)| opened.folder.as_deref()) {
                    self.glob_in(folder, &parsed, glob);
                }
                Some(parsed)
            }
            Err(fault) => {
                self.path_fault(glob, &fault, None);
                None
            }
        });
        Some(Complete::Store { store: opened?.0.text.to_owned(), glob: glob? })
    }

    /// A value that completion may offer: one that could be captured (U6), and parsed.
    fn completion(&mut self, value: Text<'_>, kind: CaptureType) -> Option<String> {
        if let Some(fault) = inadmissible(value.text) {
            let message = format!("{} can never be captured: {fault}", quoted(value.text));
            self.add(Found::new(Code::BadValue, value.span, message));
            return None;
        }
        if !kind.accepts(value.text) {
            let message = format!("{} is no {kind}, and the capture is", quoted(value.text));
            self.add(Found::new(Code::BadValue, value.span, message));
            return None;
        }
        Some(value.text.to_owned())
    }

    /// Reports what is wrong with a path or a glob.
    pub(super) fn path_fault(
        &mut self,
        text: Text<'_>,
        fault: &PathFault,
        variables: Option<&Variables<'_>>,
    ) {
        let span = text.at(self.source, fault.offset);
        match (&fault.kind, variables) {
            (PathFaultKind::Bad { message, help }, _) => {
                self.add(Found::new(Code::BadPath, span, *message).help(*help));
            }
            (PathFaultKind::UnknownCapture(name), Some(variables)) => {
                self.unknown_capture(span, name, variables)
            }
            // The template is bad, so its variables are not known.
            (PathFaultKind::UnknownCapture(_), None) => {}
        }
    }
}

/// Why a text can be no capture, in the model's words.
fn inadmissible(value: &str) -> Option<CaptureFault> {
    let probe = UriTemplate::parse("probe:/{value}").ok()?;
    match probe.expand_within(&[value], usize::MAX) {
        Err(ExpandError::Value { fault, .. }) => Some(fault),
        _ => None,
    }
}
