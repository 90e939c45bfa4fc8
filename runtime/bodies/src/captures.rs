//! Captures: what the manifest says a captured text is, and where its values come from (U6, G27).

use std::borrow::Cow;

use wayleave::{
    model::{Captures, Uri},
    resource::{CompletionRequest, PlanError, ReadError, ResourceMatch},
};
use wayleave_manifest::CaptureType;

use crate::{complete::Completer, fault::Fault};

/// The captures of an entry, in the order of the template's variables.
#[derive(Debug)]
pub(crate) struct EntryCaptures(pub(crate) Box<[EntryCapture]>);

/// What is known of one capture.
#[derive(Debug)]
pub(crate) struct EntryCapture {
    pub(crate) name: String,
    pub(crate) kind: CaptureType,
    pub(crate) completer: Option<Completer>,
}

impl EntryCaptures {
    /// The name, the type and the text of each capture, in order; every text parses as its type.
    ///
    /// # Errors
    /// [`Fault::Capture`] where one does not, or where the captures are not those of the entry.
    pub(crate) fn check<'a>(&self, captures: Captures<'a>) -> Result<Vec<Captured<'a>>, Fault> {
        if captures.len() != self.0.len() {
            return Err(Fault::Capture);
        }
        let typed = captures.iter().zip(&self.0);
        let typed = typed.map(|((name, text), known)| Captured { name, kind: known.kind, text });
        typed
            .map(
                |capture| if capture.kind.accepts(&capture.text) { Ok(capture) } else { Err(Fault::Capture) },
            )
            .collect()
    }

    /// The canonical URI of a match, where a value is spelled otherwise than its type writes it (U6, U8).
    pub(crate) fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        request.written(|place, value| self.0.get(place)?.kind.canonical(value))
    }

    /// Values for a variable, if the manifest says where they come from.
    pub(crate) async fn complete(
        &self,
        request: CompletionRequest<'_>,
    ) -> Option<Result<Vec<String>, Fault>> {
        let capture = self.0.iter().find(|capture| capture.name == request.variable())?;
        Some(capture.completer.as_ref()?.values(request.value(), capture.kind).await)
    }

    /// The same, and no values where the manifest names none.
    pub(crate) async fn completed(&self, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        Ok(self.complete(request).await.unwrap_or_else(|| Ok(Vec::new()))?)
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
