//! Bindings from constant tables: what `manifest!` expands to.
//!
//! A manifest has thousands of entries, and a function for each takes a compiler minutes. So the entries are data,
//! and three bindings serve all of them: a fixed text, a bundle, and what is read by a handler.

mod entry;

use std::{future::ready, sync::Arc};

use wayleave_model::{Captures, DefinitionError, DefinitionFault, Uri, UriTemplate};

use super::{
    Binding, Bindings, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, ReadRequest,
    ResourceMatch, Target, method::Read,
};
use crate::{BoxFuture, route::Route};

pub use entry::{Capture, Entry, Icon, Json};
pub use wayleave_model::{CacheScope, Role, Theme};

/// What a thunk around a handler's method returns.
pub type Answer<'a> = BoxFuture<'a, Result<Payload, ReadError>>;

/// An entry with what it serves.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    entry: Entry,
    serves: Serves,
}

#[derive(Clone, Copy, Debug)]
enum Serves {
    Text(&'static str),
    Bundle(&'static [Item]),
}

/// An item of a bundle.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// Always the same URI.
    Uri(&'static str),
    /// A template over the bundle's own captures: for each of its variables the position of the capture that
    /// fills it.
    Template(&'static str, &'static [usize]),
}

/// An entry with the thunk around the method that reads it.
pub struct Handler<H, C> {
    entry: Entry,
    read: Read<H, C>,
}

impl Entry {
    /// The entry with a fixed text.
    #[must_use]
    pub const fn text(self, text: &'static str) -> Row {
        Row { entry: self, serves: Serves::Text(text) }
    }

    /// The entry with the items of its bundle.
    #[must_use]
    pub const fn bundle(self, items: &'static [Item]) -> Row {
        Row { entry: self, serves: Serves::Bundle(items) }
    }

    /// The entry with the method that reads it.
    #[must_use]
    pub const fn handler<H, C>(self, read: Read<H, C>) -> Handler<H, C> {
        Handler { entry: self, read }
    }
}

/// The bindings of a table.
#[must_use]
pub fn bindings<C: Send + Sync + 'static>(table: &'static [Row]) -> Bindings<C> {
    table.iter().fold(Bindings::new(), |bindings, row| {
        let entry = row.entry;
        match row.serves {
            Serves::Text(text) => bindings.try_bind(entry.definition(), Text { entry, text }),
            Serves::Bundle(items) => match items.iter().map(parse).collect() {
                Ok(items) => bindings.try_bind(entry.definition(), Bundle { entry, items }),
                Err(fault) => bindings.try_bind(
                    Err(DefinitionError::new(entry.name(), fault)),
                    Bundle { entry, items: Vec::new() },
                ),
            },
        }
    })
}

/// The bindings of a table and of what is read by `handlers`.
#[must_use]
pub fn bindings_with<H: Send + Sync + 'static, C: Send + Sync + 'static>(
    table: &'static [Row],
    handlers: H,
    handled: &'static [Handler<H, C>],
) -> Bindings<C> {
    handled_by(handlers, handled)
        .fold(bindings(table), |bindings, (entry, handled)| bindings.try_bind(entry.definition(), handled))
}

/// Each handled entry with its binding.
pub fn handled_by<H: Send + Sync + 'static, C: Send + Sync + 'static>(
    handlers: H,
    handled: &'static [Handler<H, C>],
) -> impl Iterator<Item = (Entry, impl Binding<C>)> {
    let handlers = Arc::new(handlers);
    handled.iter().map(move |&Handler { entry, read }| {
        (entry, Handled { entry, handlers: Arc::clone(&handlers), read })
    })
}

/// Reads a typed route by a handler's method.
pub fn answer<'a, R: Route, F>(request: ReadRequest<'a>, read: impl FnOnce(R) -> F) -> Answer<'a>
where
    F: Future<Output = Result<Payload, ReadError>> + Send + 'a,
{
    match R::from_captures(request.captures()) {
        Ok(route) => Box::pin(read(route)),
        Err(error) => Box::pin(ready(Err(ReadError::failed(error)))),
    }
}

/// Whether the captures parse as what the manifest says they are (U6).
fn check(entry: &Entry, captures: Captures<'_>) -> Result<(), PlanError> {
    let same = captures.len() == entry.captures().len();
    let mut pairs = entry.captures().iter().zip(captures.iter());
    match same && pairs.all(|(capture, (_, value))| capture.canonical(&value).is_some()) {
        true => Ok(()),
        false => Err(PlanError::bad_capture()),
    }
}

/// The canonical URI of a match, where a value is spelled otherwise than its type writes it (U6, U8).
pub(super) fn canonical(entry: &Entry, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
    let known = entry.captures();
    if request.captures().len() != known.len() {
        return Err(PlanError::bad_capture());
    }
    request.written(|place, value| known.get(place)?.canonical(value))
}

fn itself(request: ResourceMatch<'_>) -> ReadPlan {
    ReadPlan::single(Target::new(request.canonical().clone()))
}

fn completions(entry: &Entry, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
    Ok(Capture::completions(entry.captures(), request.variable(), request.value()))
}

/// One and the same text, whatever the captures are.
struct Text {
    entry: Entry,
    text: &'static str,
}

impl<C: Send + Sync + 'static> Binding<C> for Text {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        canonical(&self.entry, request)
    }

    async fn resolve(&self, _caller: &C, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(itself(request))
    }

    async fn read(&self, _caller: &C, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        check(&self.entry, request.captures()).map_err(ReadError::failed)?;
        match self.text.len() <= request.max_bytes() {
            true => Ok(Payload::text(self.text)),
            false => Err(ReadError::too_large(u64::try_from(self.text.len()).ok())),
        }
    }

    async fn complete(&self, _caller: &C, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        completions(&self.entry, request)
    }

    fn depends_on_caller(&self) -> bool {
        false
    }
}

/// The items of a bundle, each read by the reader of the entry that serves it.
struct Bundle {
    entry: Entry,
    items: Vec<Parsed>,
}

enum Parsed {
    Uri(Uri),
    Template(UriTemplate, &'static [usize]),
}

fn parse(item: &Item) -> Result<Parsed, DefinitionFault> {
    match *item {
        Item::Uri(uri) => Uri::parse(uri).map(Parsed::Uri).map_err(DefinitionFault::Uri),
        Item::Template(template, captures) => UriTemplate::parse(template)
            .map(|template| Parsed::Template(template, captures))
            .map_err(DefinitionFault::Template),
    }
}

impl<C: Send + Sync + 'static> Binding<C> for Bundle {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        canonical(&self.entry, request)
    }

    async fn resolve(&self, _caller: &C, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        let captures: Vec<_> = request.captures().iter().map(|(_, value)| value).collect();
        let uris = self.items.iter().map(|item| match item {
            Parsed::Uri(uri) => Ok(uri.clone()),
            Parsed::Template(template, positions) => {
                let values: Option<Vec<_>> =
                    positions.iter().map(|&position| captures.get(position)).collect();
                // No bound here: the gateway let the captures in, and holds every target against its own.
                Ok(template.expand_within(&values.ok_or(PlanError::bad_capture())?, usize::MAX)?)
            }
        });
        ReadPlan::of(uris.collect::<Result<Vec<_>, PlanError>>()?.into_iter().map(Target::new))
    }

    async fn read(&self, _caller: &C, _request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        Err(ReadError::failed("a bundle has no body of its own"))
    }

    async fn complete(&self, _caller: &C, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        completions(&self.entry, request)
    }

    fn is_bundle(&self) -> bool {
        true
    }

    fn depends_on_caller(&self) -> bool {
        false
    }
}

/// What a method of the handlers reads.
struct Handled<H, C> {
    entry: Entry,
    handlers: Arc<H>,
    read: Read<H, C>,
}

impl<H: Send + Sync + 'static, C: Send + Sync + 'static> Binding<C> for Handled<H, C> {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        canonical(&self.entry, request)
    }

    async fn resolve(&self, _caller: &C, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(itself(request))
    }

    async fn read(&self, caller: &C, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        (self.read)(&self.handlers, caller, request).await
    }

    async fn complete(&self, _caller: &C, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        completions(&self.entry, request)
    }
}
