//! Typed captures: what the manifest says a captured text is (U6).

use std::borrow::Cow;

use wayleave::model::Captures;
use wayleave_manifest::{Capture, CaptureType};

use crate::fault::Fault;

/// The types of an entry's captures, in the order of the template's variables.
#[derive(Debug)]
pub(crate) struct CaptureTypes(Box<[CaptureType]>);

impl CaptureTypes {
    pub(crate) fn new(captures: &[Capture]) -> Self {
        Self(captures.iter().map(|capture| capture.kind).collect())
    }

    /// The name, the type and the text of each capture, in order; every text parses as its type.
    ///
    /// # Errors
    /// [`Fault::Capture`] where one does not, or where the captures are not those of the entry.
    pub(crate) fn check<'a>(&self, captures: Captures<'a>) -> Result<Vec<Captured<'a>>, Fault> {
        if captures.len() != self.0.len() {
            return Err(Fault::Capture);
        }
        let typed = captures.iter().zip(&self.0).map(|((name, text), &kind)| Captured { name, kind, text });
        typed
            .map(
                |capture| if capture.kind.accepts(&capture.text) { Ok(capture) } else { Err(Fault::Capture) },
            )
            .collect()
    }
}

/// One capture, checked against its type.
#[derive(Debug)]
pub(crate) struct Captured<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: CaptureType,
    pub(crate) text: Cow<'a, str>,
}

impl AsRef<str> for Captured<'_> {
    fn as_ref(&self) -> &str {
        &self.text
    }
}
