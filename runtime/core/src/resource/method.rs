//! Bindings whose callbacks are methods of one shared state: what the attribute macros expand to.
//!
//! A method is a constant: what its attributes say, and a small thunk around it. A compiler spends most of its time on
//! functions, so there is one for each method, and everything else is data.

use std::{future::ready, sync::Arc};

use wayleave_model::{Captures, Definition, DefinitionError, Uri};

use super::{
    Bindings, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target,
    binding::{DynBinding, Planning},
    table::{self, Entry},
};
use crate::BoxFuture;

/// A thunk around a reader method.
pub type Read<S, C> = for<'a> fn(&'a S, &'a C, ReadRequest<'a>) -> Reading<'a>;
/// A thunk around a bundle method.
pub type Resolve<S, C> = for<'a> fn(&'a S, &'a C, ResourceMatch<'a>) -> Resolving<'a>;
/// A thunk around the completion methods of one route.
pub type Complete<S, C> = for<'a> fn(&'a S, &'a C, CompletionRequest<'a>) -> Completing<'a>;

/// What the thunk of a reader method returns.
pub type Reading<'a> = BoxFuture<'a, Result<Payload, ReadError>>;
/// What the thunk of a bundle method returns.
pub type Resolving<'a> = BoxFuture<'a, Result<ReadPlan, PlanError>>;
/// What the thunk of completion methods returns.
pub type Completing<'a> = BoxFuture<'a, Result<Vec<String>, ReadError>>;

/// What serves a method: its own attributes, or those of a route.
#[derive(Clone, Copy)]
pub struct Served(Source);

#[derive(Clone, Copy)]
enum Source {
    Entry(&'static Entry),
    Route {
        definition: fn() -> Result<Definition, DefinitionError>,
        canonical: fn(Captures<'_>) -> Result<Uri, PlanError>,
    },
}

impl Served {
    /// What a method's own attributes say.
    #[must_use]
    pub const fn entry(entry: &'static Entry) -> Self {
        Self(Source::Entry(entry))
    }

    /// What a route says.
    #[must_use]
    pub const fn route(
        definition: fn() -> Result<Definition, DefinitionError>,
        canonical: fn(Captures<'_>) -> Result<Uri, PlanError>,
    ) -> Self {
        Self(Source::Route { definition, canonical })
    }

    fn definition(&self) -> Result<Definition, DefinitionError> {
        match self.0 {
            Source::Entry(entry) => entry.definition(),
            Source::Route { definition, .. } => definition(),
        }
    }

    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        match self.0 {
            Source::Entry(entry) => table::canonical(entry, request),
            Source::Route { canonical, .. } => canonical(request.captures()).map(Some),
        }
    }
}

/// One method.
pub struct Method<S, C> {
    served: Served,
    callback: Callback<S, C>,
    complete: Option<Complete<S, C>>,
    takes_caller: bool,
}

enum Callback<S, C> {
    Resource(Read<S, C>),
    Bundle(Resolve<S, C>),
}

impl<S, C> Method<S, C> {
    /// A reader method.
    #[must_use]
    pub const fn resource(served: Served, read: Read<S, C>) -> Self {
        Self { served, callback: Callback::Resource(read), complete: None, takes_caller: false }
    }

    /// A bundle method.
    #[must_use]
    pub const fn bundle(served: Served, resolve: Resolve<S, C>) -> Self {
        Self { served, callback: Callback::Bundle(resolve), complete: None, takes_caller: false }
    }

    /// The same method, which is told who asks.
    #[must_use]
    pub const fn takes_caller(mut self) -> Self {
        self.takes_caller = true;
        self
    }

    /// The same method with completion of its variables.
    #[must_use]
    pub const fn complete(mut self, complete: Complete<S, C>) -> Self {
        self.complete = Some(complete);
        self
    }
}

/// The bindings with one more method of `state`.
pub fn bind<S: Send + Sync + 'static, C: Send + Sync + 'static>(
    bindings: Bindings<C>,
    state: &Arc<S>,
    method: Method<S, C>,
) -> Bindings<C> {
    match method.served.definition() {
        Ok(definition) => bindings.push(definition, Bound { state: Arc::clone(state), method }),
        Err(error) => bindings.failed(error),
    }
}

struct Bound<S, C> {
    state: Arc<S>,
    method: Method<S, C>,
}

impl<S: Send + Sync + 'static, C: Send + Sync + 'static> DynBinding<C> for Bound<S, C> {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        self.method.served.canonical(request)
    }

    fn resolve<'a>(&'a self, caller: &'a C, request: ResourceMatch<'a>) -> Planning<'a> {
        match self.method.callback {
            Callback::Resource(_) => {
                Planning::Now(Some(Ok(ReadPlan::single(Target::new(request.canonical().clone())))))
            }
            Callback::Bundle(resolve) => Planning::Later(resolve(&self.state, caller, request)),
        }
    }

    fn read<'a>(&'a self, caller: &'a C, request: ReadRequest<'a>) -> Reading<'a> {
        match self.method.callback {
            Callback::Resource(read) => read(&self.state, caller, request),
            Callback::Bundle(_) => Box::pin(ready(Err(ReadError::failed("a bundle has no body of its own")))),
        }
    }

    fn complete<'a>(&'a self, caller: &'a C, request: CompletionRequest<'a>) -> Completing<'a> {
        match self.method.complete {
            Some(complete) => complete(&self.state, caller, request),
            None => complete_nothing(),
        }
    }

    fn is_bundle(&self) -> bool {
        matches!(self.method.callback, Callback::Bundle(_))
    }

    fn depends_on_caller(&self) -> bool {
        self.method.takes_caller
    }
}

/// Parses one capture as a method's parameter or a route's field.
///
/// # Errors
/// [`PlanError::bad_capture`] where it does not parse, or is not there.
pub fn capture<T>(
    captures: Captures<'_>,
    variable: &str,
    parse: fn(&str) -> Option<T>,
) -> Result<T, PlanError> {
    captures.get(variable).and_then(|value| parse(&value)).ok_or(PlanError::bad_capture())
}

/// The future of a method as a thunk returns it: `convert` makes of the method's answer what the gateway takes.
pub fn run<'a, T, O>(future: impl Future<Output = T> + Send + 'a, convert: fn(T) -> O) -> BoxFuture<'a, O>
where
    T: 'a,
    O: 'a,
{
    Box::pin(async move { convert(future.await) })
}

/// What a thunk returns where a capture does not parse.
pub fn refuse<'a, T: Send + 'a, E: From<PlanError> + Send + 'a>(
    error: PlanError,
) -> BoxFuture<'a, Result<T, E>> {
    Box::pin(ready(Err(error.into())))
}

/// What a thunk returns for a variable that nothing completes.
#[must_use]
pub fn complete_nothing<'a>() -> Completing<'a> {
    Box::pin(ready(Ok(Vec::new())))
}
