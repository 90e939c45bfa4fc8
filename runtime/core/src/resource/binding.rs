//! Bindings: a definition with its two callbacks, *resolve* and *read* (G3, G4, G7).

use std::{
    borrow::Cow,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use wayleave_model::{Captures, Definition, DefinitionError, Uri, UriRef, WriteError};

use super::{AuthorizedTarget, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, Target};
use crate::BoxFuture;

/// The two callbacks behind a definition. They run concurrently, and dropping a read drops their futures;
/// it cannot stop what they have blocked on or spawned (G3).
pub trait Binding<C>: Send + Sync + 'static {
    /// The canonical URI of a match, if the values of its captures may be spelled otherwise: a number `1` is `01`, too
    /// (U8). It is asked first, and all that follows is about that URI and its captures, so that a policy sees one
    /// resource under one URI.
    ///
    /// # Errors
    /// [`PlanError::bad_capture`] where a value does not parse (U6).
    fn canonical(&self, _request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        Ok(None)
    }

    /// Says what a read of the matched URI delivers. It may look at bounded identity metadata; it reads no
    /// bodies and has no effects (G4).
    ///
    /// Captures are decoded: to make an item's URI of one, use [`UriTemplate::expand`], which encodes it again, and
    /// not `format!`, in which a `?` or a `/` would change the URI's meaning.
    ///
    /// [`UriTemplate::expand`]: wayleave_model::UriTemplate::expand
    ///
    /// # Errors
    /// See [`PlanError`].
    fn resolve(
        &self,
        caller: &C,
        request: ResourceMatch<'_>,
    ) -> impl Future<Output = Result<ReadPlan, PlanError>> + Send;

    /// Reads one authorised target.
    ///
    /// An item of a bundle is read by the binding whose definition answers for its URI, with that definition's
    /// captures; where none does, by the bundle's own (G30).
    ///
    /// # Errors
    /// See [`ReadError`]; the read goes on with the next item.
    fn read(
        &self,
        caller: &C,
        request: ReadRequest<'_>,
    ) -> impl Future<Output = Result<Payload, ReadError>> + Send;

    /// Values for a variable of the template (G27). The gateway hands on at most a hundred.
    ///
    /// # Errors
    /// See [`ReadError`]; the completion then fails.
    fn complete(
        &self,
        _caller: &C,
        _request: CompletionRequest<'_>,
    ) -> impl Future<Output = Result<Vec<String>, ReadError>> + Send {
        std::future::ready(Ok(Vec::new()))
    }

    /// Whether plans of this binding may name several items. Such a binding cannot be an item of another bundle
    /// (G30), and a plan of several items is invalid without it. Asked once, when the binding is registered.
    fn is_bundle(&self) -> bool {
        false
    }

    /// Whether a plan or a payload may depend on who asks. If so, no result may be cached for everyone (G29).
    /// Asked once, when the binding is registered.
    fn depends_on_caller(&self) -> bool {
        true
    }
}

/// What *resolve* is given: the definition that answers, the URI, and the captures.
#[derive(Clone, Copy, Debug)]
pub struct ResourceMatch<'a> {
    pub(super) definition: &'a Definition,
    pub(super) uri: UriRef<'a>,
    pub(super) canonical: &'a Uri,
    pub(super) captures: Captures<'a>,
}

impl<'a> ResourceMatch<'a> {
    /// The definition that answers.
    #[must_use]
    pub fn definition(&self) -> &'a Definition {
        self.definition
    }

    /// The URI as it was requested. Two spellings of one resource differ here; see [`canonical`](Self::canonical).
    #[must_use]
    pub fn uri(&self) -> UriRef<'a> {
        self.uri
    }

    /// The canonical URI (U8), by which a policy knows the resource.
    #[must_use]
    pub fn canonical(&self) -> &'a Uri {
        self.canonical
    }

    /// The variables' values in the canonical URI, decoded once.
    #[must_use]
    pub fn captures(&self) -> Captures<'a> {
        self.captures
    }

    /// For [`Binding::canonical`]: the URI in which each value is written as `write` says, given the variable's place and
    /// the value. None if all are written so already.
    ///
    /// # Errors
    /// [`PlanError::bad_capture`] where `write` gives none.
    pub fn written(
        &self,
        write: impl Fn(usize, &str) -> Option<Cow<'_, str>>,
    ) -> Result<Option<Uri>, PlanError> {
        // No bound here: the gateway holds every target against its own.
        self.captures.written(usize::MAX, write).map_err(|error| match error {
            WriteError::Expand(error) => error.into(),
            _ => PlanError::bad_capture(),
        })
    }
}

/// What *read* is given: one authorised target, and the bytes it may still use.
#[derive(Clone, Copy, Debug)]
pub struct ReadRequest<'a> {
    pub(super) definition: &'a Definition,
    pub(super) target: AuthorizedTarget<'a>,
    pub(super) captures: Captures<'a>,
    pub(super) max_bytes: usize,
}

impl<'a> ReadRequest<'a> {
    /// The definition whose reader this is.
    #[must_use]
    pub fn definition(&self) -> &'a Definition {
        self.definition
    }

    /// The target, with its private authorization data.
    #[must_use]
    pub fn target(&self) -> &'a Target {
        self.target.get()
    }

    /// The captures of the target's URI, where this reader's definition matches it; else none.
    #[must_use]
    pub fn captures(&self) -> Captures<'a> {
        self.captures
    }

    /// The bytes of payload that can still be admitted. A reader that knows to have more should say
    /// [`ReadError::too_large`] instead of reading them.
    #[must_use]
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }
}

/// A set of bindings on its way into a gateway.
pub struct Bindings<C> {
    pub(super) bound: Vec<Bound<C>>,
    /// Definitions that could not be built: the gateway's building says so.
    pub(super) errors: Vec<DefinitionError>,
}

/// A definition and its callbacks behind a pointer.
pub(super) struct Bound<C> {
    pub(super) definition: Definition,
    pub(super) callbacks: Arc<dyn DynBinding<C>>,
}

impl<C: Send + Sync + 'static> Bindings<C> {
    /// No bindings.
    #[must_use]
    pub fn new() -> Self {
        Self { bound: Vec::new(), errors: Vec::new() }
    }

    /// One more binding.
    #[must_use]
    pub fn bind(self, definition: Definition, binding: impl Binding<C>) -> Self {
        let (bundle, personal) = (binding.is_bundle(), binding.depends_on_caller());
        self.push(definition, Registered { binding, bundle, personal })
    }

    pub(super) fn push(mut self, definition: Definition, callbacks: impl DynBinding<C> + 'static) -> Self {
        self.bound.push(Bound { definition, callbacks: Arc::new(callbacks) });
        self
    }

    /// One more binding, if there is a definition; else the building of the gateway fails with the error.
    #[must_use]
    pub fn try_bind(self, definition: Result<Definition, DefinitionError>, binding: impl Binding<C>) -> Self {
        match definition {
            Ok(definition) => self.bind(definition, binding),
            Err(error) => self.failed(error),
        }
    }

    /// The same, with a definition that could not be built.
    pub(super) fn failed(mut self, error: DefinitionError) -> Self {
        self.errors.push(error);
        self
    }
}

impl<C: Send + Sync + 'static> Default for Bindings<C> {
    fn default() -> Self {
        Self::new()
    }
}

/// Something that supplies bindings: a block of annotated methods, a manifest, or [`Bindings`] themselves.
pub trait Resources<C> {
    /// The bindings.
    fn into_bindings(self) -> Bindings<C>;
}

impl<C> Resources<C> for Bindings<C> {
    fn into_bindings(self) -> Self {
        self
    }
}

/// A binding with what it said of itself when it was registered, so that no read has to ask, and no answer
/// changes under a gateway.
struct Registered<B> {
    binding: B,
    bundle: bool,
    personal: bool,
}

/// A plan on its way.
pub(super) enum Planning<'a> {
    /// It is there, and is taken once.
    Now(Option<Result<ReadPlan, PlanError>>),
    Later(BoxFuture<'a, Result<ReadPlan, PlanError>>),
}

impl Future for Planning<'_> {
    type Output = Result<ReadPlan, PlanError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut *self {
            Self::Now(plan) => plan.take().map_or(Poll::Pending, Poll::Ready),
            Self::Later(future) => future.as_mut().poll(context),
        }
    }
}

/// [`Binding`] behind a pointer.
pub(super) trait DynBinding<C>: Send + Sync {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError>;
    fn resolve<'a>(&'a self, caller: &'a C, request: ResourceMatch<'a>) -> Planning<'a>;
    fn read<'a>(
        &'a self,
        caller: &'a C,
        request: ReadRequest<'a>,
    ) -> BoxFuture<'a, Result<Payload, ReadError>>;
    fn complete<'a>(
        &'a self,
        caller: &'a C,
        request: CompletionRequest<'a>,
    ) -> BoxFuture<'a, Result<Vec<String>, ReadError>>;
    fn is_bundle(&self) -> bool;
    fn depends_on_caller(&self) -> bool;
}

impl<C: Send + Sync + 'static, B: Binding<C>> DynBinding<C> for Registered<B> {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        self.binding.canonical(request)
    }

    fn resolve<'a>(&'a self, caller: &'a C, request: ResourceMatch<'a>) -> Planning<'a> {
        Planning::Later(Box::pin(self.binding.resolve(caller, request)))
    }

    fn read<'a>(
        &'a self,
        caller: &'a C,
        request: ReadRequest<'a>,
    ) -> BoxFuture<'a, Result<Payload, ReadError>> {
        Box::pin(self.binding.read(caller, request))
    }

    fn complete<'a>(
        &'a self,
        caller: &'a C,
        request: CompletionRequest<'a>,
    ) -> BoxFuture<'a, Result<Vec<String>, ReadError>> {
        Box::pin(self.binding.complete(caller, request))
    }

    fn is_bundle(&self) -> bool {
        self.bundle
    }

    fn depends_on_caller(&self) -> bool {
        self.personal
    }
}
