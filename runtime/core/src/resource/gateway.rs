//! The gateway: what it holds, and the order of a read (G1, G8).

use std::{pin::pin, sync::Arc};

use arc_swap::ArcSwap;
use wayleave_model::{CacheScope, Definition, DefinitionSet, Limits, ReportKey, RouteId};

use super::{
    BuildError, Bundle, Deadline, GatewayBuilder, Item, JsonSizer, PageKeys, Policy, Progress, ReadFailure,
    ReadFailureKind, ReadOptions, Report, Revision, Sizer,
    admit::admit,
    assemble::assemble,
    authorize::authorize,
    binding::DynBinding,
    guard::{self, Interrupted},
    policy::{DynPolicy, InForce},
    recheck::recheck,
    select::select,
    telemetry::Observed,
};
use crate::{clock::Clock, random::Randomness};

/// An immutable set of bindings under a policy and limits. It opens no listener, spawns no task and starts
/// no job (G1). Cheap to clone; clones share everything, the policy too.
pub struct Gateway<C>(Arc<Inner<C>>);

pub(super) struct Inner<C> {
    pub(super) set: DefinitionSet,
    pub(super) callbacks: Box<[Arc<dyn DynBinding<C>>]>,
    /// Read without a lock, by requests on every thread.
    pub(super) policy: ArcSwap<Box<dyn DynPolicy<C>>>,
    pub(super) limits: Limits,
    pub(super) report_key: ReportKey,
    /// The report of a complete read and the bytes of its metadata; nothing where the reserve does not hold it.
    pub(super) complete: Option<(Report, usize)>,
    pub(super) page_keys: PageKeys,
    pub(super) revision: Revision,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) randomness: Arc<dyn Randomness>,
    /// The concrete definitions and the families, each in the order of its listing.
    pub(super) resources: Box<[RouteId]>,
    pub(super) templates: Box<[RouteId]>,
}

/// What all steps of one read share.
pub(super) struct Reading<'a, C> {
    pub(super) gateway: &'a Inner<C>,
    pub(super) caller: &'a C,
    pub(super) uri: &'a str,
    pub(super) deadline: Deadline<'a>,
    pub(super) sizer: &'a dyn Sizer,
    pub(super) progress: Option<&'a (dyn Fn(Progress) + Send + Sync)>,
}

impl<C: Send + Sync + 'static> Gateway<C> {
    /// Begins a gateway under `policy`.
    pub fn builder<P: Policy<Caller = C>>(policy: P) -> GatewayBuilder<C> {
        GatewayBuilder::new(policy)
    }

    /// Reads what `uri` names, for `caller`.
    ///
    /// The order is fixed: select the definition; authorise the definition, the plan and every item in it;
    /// only then read, one body after another; authorise everything again; assemble what is left. Dropping
    /// the future ends the read and returns nothing (G3).
    ///
    /// # Errors
    /// A [`ReadFailure`] where there is no bundle. Tell a caller only what
    /// [`ReadFailure::to_caller`] says.
    pub async fn read(&self, caller: &C, uri: &str) -> Result<Bundle, ReadFailure> {
        self.read_with(caller, uri, ReadOptions::new()).await
    }

    /// Reads what `uri` names, for `caller`, with what an adapter brings to it.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub async fn read_with(
        &self,
        caller: &C,
        uri: &str,
        options: ReadOptions<'_>,
    ) -> Result<Bundle, ReadFailure> {
        let gateway = self.inner();
        let reading = Reading::with(gateway, caller, uri, options);
        let observed = Observed::read(&*gateway.clock);
        let read = pin!(Some(Self::read_in_order(&reading, &observed)));
        let result = observed
            .within(guard::without_unwinding(read))
            .await
            .unwrap_or_else(|panic| Err(reading.panicked(panic)));
        observed.has_read(&result);
        result
    }

    /// The order of G8, line by line.
    async fn read_in_order(reading: &Reading<'_, C>, observed: &Observed<'_>) -> Result<Bundle, ReadFailure> {
        let selection = select(reading.gateway, reading.uri)?;
        observed.route(selection.definition.name());
        let authorized = authorize(reading, &selection).await?;
        let outcomes = admit(reading, &selection, &authorized).await?;
        let settled = recheck(reading, &selection, &authorized, outcomes).await?;
        assemble(reading, selection.route, settled)
    }

    /// Starts the time of one request: what it is to be over by, `readTimeout` from now (G23).
    #[must_use]
    pub fn start(&self) -> Deadline<'_> {
        self.inner().start()
    }

    /// Puts another policy in force. A read under way is checked again under it before it returns (G11).
    ///
    /// # Errors
    /// [`BuildError::PublicCache`] where a definition's results may be cached for everyone and the new policy
    /// is not open (G29); the old one then stays.
    pub fn replace_policy<P: Policy<Caller = C>>(&self, policy: P) -> Result<(), BuildError> {
        let inner = self.inner();
        check_public_caches(&inner.set, &inner.callbacks, &policy)?;
        inner.policy.store(Arc::new(Box::new(policy)));
        Ok(())
    }

    /// The definitions, in the order they were registered.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        self.inner().set.definitions()
    }

    /// Whether the policy in force is open, so that a listing is the same for everyone and may be cached for everyone
    /// (G29).
    #[must_use]
    pub fn is_open(&self) -> bool {
        let policy = self.inner().policy();
        guard::contained(|| policy.is_open()).unwrap_or(false)
    }

    /// The limits in force.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.inner().limits
    }

    pub(super) fn from_inner(inner: Inner<C>) -> Self {
        Self(Arc::new(inner))
    }

    pub(super) fn inner(&self) -> &Inner<C> {
        &self.0
    }
}

impl<C> Inner<C> {
    /// The definition and the callbacks behind a route.
    pub(super) fn binding(&self, route: RouteId) -> Option<(&Definition, &dyn DynBinding<C>)> {
        Some((self.set.definition(route)?, &**self.callbacks.get(route.index())?))
    }

    /// The deadline of a request that begins now.
    pub(super) fn start(&self) -> Deadline<'_> {
        Deadline::start(&*self.clock, self.limits.read_timeout)
    }

    /// The policy now in force.
    pub(super) fn policy(&self) -> InForce<C> {
        self.policy.load()
    }

    /// Whether that is `policy`.
    pub(super) fn is_in_force(&self, policy: &InForce<C>) -> bool {
        Arc::ptr_eq(policy, &self.policy())
    }
}

impl<'a, C> Reading<'a, C> {
    /// A read in the usual way, whose time begins now.
    pub(super) fn new(gateway: &'a Inner<C>, caller: &'a C, uri: &'a str) -> Self {
        Self::with(gateway, caller, uri, ReadOptions::new())
    }

    fn with(gateway: &'a Inner<C>, caller: &'a C, uri: &'a str, options: ReadOptions<'a>) -> Self {
        let ReadOptions { deadline, sizer, progress } = options;
        let deadline = deadline.unwrap_or_else(|| gateway.start());
        Self { gateway, caller, uri, deadline, sizer: sizer.unwrap_or(&JsonSizer), progress }
    }

    /// The bytes of an item in the encoding that goes out.
    pub(super) fn size(&self, item: &Item) -> Result<usize, ReadFailure> {
        self.pure(|| self.sizer.item(item))
    }

    /// Tells whoever listens how far the read has come.
    pub(super) fn advance(&self, progress: Progress) -> Result<(), ReadFailure> {
        self.progress.map_or(Ok(()), |listener| self.pure(|| listener(progress)))
    }

    /// Runs an adapter's own function, whose panic fails the read (G13).
    pub(super) fn pure<T>(&self, call: impl FnOnce() -> T) -> Result<T, ReadFailure> {
        guard::contained(call).map_err(|panic| self.panicked(panic))
    }

    pub(super) fn panicked(&self, panic: Interrupted) -> ReadFailure {
        self.interrupted(panic, ReadFailureKind::Panicked)
    }

    pub(super) fn fail(&self, kind: ReadFailureKind) -> ReadFailure {
        ReadFailure::new(kind, self.uri)
    }

    /// The failure of a read whose callback gave no answer; `timeout` is what its own limit comes to (G13).
    pub(super) fn interrupted(&self, interrupted: Interrupted, timeout: ReadFailureKind) -> ReadFailure {
        match interrupted {
            Interrupted::Timeout => self.fail(timeout),
            Interrupted::Deadline => self.fail(ReadFailureKind::ReadTimeout),
            Interrupted::Panic(panic) => self.fail(ReadFailureKind::Panicked).with_cause(Some(panic.into())),
        }
    }
}

impl<C> Clone for Gateway<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C> std::fmt::Debug for Gateway<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gateway")
            .field("definitions", &self.0.set.definitions().len())
            .finish_non_exhaustive()
    }
}

/// Results may be cached for everyone only where neither policy nor binding depends on who asks (G29).
pub(super) fn check_public_caches<C>(
    set: &DefinitionSet,
    callbacks: &[Arc<dyn DynBinding<C>>],
    policy: &dyn DynPolicy<C>,
) -> Result<(), BuildError> {
    for (definition, binding) in set.definitions().iter().zip(callbacks) {
        let public = definition.cache().is_some_and(|cache| cache.scope == CacheScope::Public);
        if public && (binding.depends_on_caller() || !policy.is_open()) {
            return Err(BuildError::PublicCache { name: definition.name().into() });
        }
    }
    Ok(())
}
