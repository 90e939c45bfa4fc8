//! Who may find and read what: the policy a host supplies (G8 to G11, G25).

use std::{error::Error, fmt, future::ready, marker::PhantomData, sync::Arc};

use wayleave_model::{Definition, RouteId};

use super::{
    ReadFailure, Reading, Target,
    judge::{Judged, judge},
    resolve::Planned,
};
use crate::BoxFuture;

/// What a host decides about definitions and targets. Every decision is required; none has a default, so that no
/// policy can forget one. [`judge`](Self::judge) makes two of them in one call, and
/// [`is_open`](Self::is_open) decides nothing.
///
/// What the answers on an item of a bundle come to:
///
/// | visibility | read | the item |
/// | --- | --- | --- |
/// | [`Hidden`](Visibility::Hidden) | not asked | leaves no trace; the bundle may still be complete |
/// | [`Visible`](Visibility::Visible) | denied | an issue `unavailable` without a URI; the bundle is partial |
/// | [`Disclosed`](Visibility::Disclosed) | denied | the same issue with the item's URI |
/// | either | allowed | is delivered |
///
/// The requested target must be visible and readable; else the caller is told *not found*.
///
/// A callback is asked again in every phase of a read (G8), and its answer holds for that phase only. These
/// checks are no transaction: storage must enforce access too.
///
/// ```
/// use wayleave::prelude::*;
///
/// struct Staff;
///
/// impl Policy for Staff {
///     type Caller = String;
///
///     async fn discover(&self, caller: &String, definition: &Definition) -> Result<(), Failure> {
///         if definition.name() == "salaries" && caller != "office" { Err(Failure::unavailable()) } else { Ok(()) }
///     }
///     async fn visibility(&self, _caller: &String, _target: &Target) -> Result<Visibility, Failure> {
///         Ok(Visibility::Disclosed)
///     }
///     async fn read(&self, _caller: &String, _target: &Target) -> Result<(), Failure> {
///         Ok(())
///     }
///     fn scope_key(&self, caller: &String) -> ScopeKey {
///         ScopeKey::new(caller)
///     }
/// }
/// ```
pub trait Policy: Send + Sync + 'static {
    /// Who asks. The host's adapter makes it of what it knows and trusts about a request.
    type Caller: Send + Sync + 'static;

    /// Whether `caller` may know of `definition` at all.
    ///
    /// # Errors
    /// [`Failure::unavailable`] denies; any other failure fails the whole operation.
    fn discover(
        &self,
        caller: &Self::Caller,
        definition: &Definition,
    ) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Whether `caller` may see that `target` is there, and whether an issue may name it.
    ///
    /// # Errors
    /// Any failure, [`Failure::unavailable`] too, fails the whole read: to hide, answer [`Visibility::Hidden`].
    fn visibility(
        &self,
        caller: &Self::Caller,
        target: &Target,
    ) -> impl Future<Output = Result<Visibility, Failure>> + Send;

    /// Whether `caller` may read `target`.
    ///
    /// # Errors
    /// [`Failure::unavailable`] denies; any other failure fails the whole read.
    fn read(
        &self,
        caller: &Self::Caller,
        target: &Target,
    ) -> impl Future<Output = Result<(), Failure>> + Send;

    /// What is said of a whole plan, in one call: for a policy that asks a service of its own, this is one round trip a
    /// phase in place of two a target.
    ///
    /// `targets` are the requested target and then the items, in plan order, each identity once. The answers are as
    /// many, in the same order, and are checked as those of [`visibility`](Self::visibility) and [`read`](Self::read)
    /// are. The default, [`None`], has the gateway ask those two, target by target, to the end of the read.
    ///
    /// # Errors
    /// Any failure fails the whole read. A wrong number of answers does, too.
    fn judge(
        &self,
        caller: &Self::Caller,
        targets: &[&Target],
    ) -> impl Future<Output = Option<Result<Vec<Judgement>, Failure>>> + Send {
        let _ = (caller, targets);
        ready(None)
    }

    /// The bytes that stand for `caller` in page tokens (G25): two callers for whom listings may differ have
    /// different ones. An empty key fails every listing.
    fn scope_key(&self, caller: &Self::Caller) -> ScopeKey;

    /// Whether every answer is the same for all callers and at all times, so that results may be cached for
    /// everyone (G29). Unless a policy says so, it is not.
    fn is_open(&self) -> bool {
        false
    }
}

/// Whether a target may be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// It leaves no trace (G10).
    Hidden,
    /// It may be counted, and is not named in issues.
    Visible,
    /// It may be counted, and issues may give its URI (G17).
    Disclosed,
}

/// What a policy says of one target: whether it may be seen, and whether it may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// It leaves no trace.
    Hidden,
    /// It is there and may not be read.
    Denied {
        /// Whether issues may give its URI.
        disclosed: bool,
    },
    /// It may be read.
    Allowed {
        /// Whether issues may give its URI.
        disclosed: bool,
    },
}

impl Judgement {
    pub(super) fn new(visibility: Visibility, readable: bool) -> Self {
        let disclosed = visibility == Visibility::Disclosed;
        match (visibility, readable) {
            (Visibility::Hidden, _) => Self::Hidden,
            (_, false) => Self::Denied { disclosed },
            (_, true) => Self::Allowed { disclosed },
        }
    }
}

/// Why a policy did not say yes.
pub struct Failure(Option<Box<dyn Error + Send + Sync>>);

impl Failure {
    /// A denial.
    #[must_use]
    pub const fn unavailable() -> Self {
        Self(None)
    }

    /// The policy could not decide. The cause stays with the host (G18).
    pub fn failed(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Some(cause.into()))
    }

    /// Whether this is a denial.
    #[must_use]
    pub const fn is_unavailable(&self) -> bool {
        self.0.is_none()
    }

    pub(super) fn into_cause(self) -> Option<Box<dyn Error + Send + Sync>> {
        self.0
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_unavailable() { "Failure(unavailable)" } else { "Failure(failed)" })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_unavailable() { "not available" } else { "the policy could not decide" })
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.as_deref().map(|cause| cause as &(dyn Error + 'static))
    }
}

/// The opaque bytes that stand for a caller in page tokens (G25).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ScopeKey(Box<[u8]>);

impl ScopeKey {
    /// A key of any bytes. An empty one fails every listing.
    pub fn new(bytes: impl AsRef<[u8]>) -> Self {
        Self(bytes.as_ref().into())
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether the key is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for ScopeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The bytes may tell who the caller is.
        f.write_str("ScopeKey(…)")
    }
}

/// The policy under which everyone may find and read everything.
pub struct OpenPolicy<C = ()>(PhantomData<fn(&C)>);

impl<C> OpenPolicy<C> {
    /// The open policy for callers of any type.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<C> Default for OpenPolicy<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Send + Sync + 'static> Policy for OpenPolicy<C> {
    type Caller = C;

    async fn discover(&self, _caller: &C, _definition: &Definition) -> Result<(), Failure> {
        Ok(())
    }

    async fn visibility(&self, _caller: &C, _target: &Target) -> Result<Visibility, Failure> {
        Ok(Visibility::Disclosed)
    }

    async fn read(&self, _caller: &C, _target: &Target) -> Result<(), Failure> {
        Ok(())
    }

    fn scope_key(&self, _caller: &C) -> ScopeKey {
        ScopeKey::new("open")
    }

    fn is_open(&self) -> bool {
        true
    }
}

/// A policy that was in force when it was asked for; it stays as long as this does.
pub(super) type InForce<C> = arc_swap::Guard<Arc<Box<dyn DynPolicy<C>>>>;

/// [`Policy`] behind a pointer.
pub(super) trait DynPolicy<C>: Send + Sync {
    fn discover<'a>(
        &'a self,
        caller: &'a C,
        definition: &'a Definition,
    ) -> BoxFuture<'a, Result<(), Failure>>;
    fn visibility<'a>(
        &'a self,
        caller: &'a C,
        target: &'a Target,
    ) -> BoxFuture<'a, Result<Visibility, Failure>>;
    /// What the policy says of a whole plan; see [`judge`].
    fn judge_plan<'a>(
        &'a self,
        reading: &'a Reading<'a, C>,
        root: Option<RouteId>,
        plan: &'a Planned,
        at_once: bool,
    ) -> BoxFuture<'a, Result<Judged, ReadFailure>>;
    fn scope_key(&self, caller: &C) -> ScopeKey;
    fn is_open(&self) -> bool;
}

impl<P: Policy> DynPolicy<P::Caller> for P {
    fn discover<'a>(
        &'a self,
        caller: &'a P::Caller,
        definition: &'a Definition,
    ) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(Policy::discover(self, caller, definition))
    }

    fn visibility<'a>(
        &'a self,
        caller: &'a P::Caller,
        target: &'a Target,
    ) -> BoxFuture<'a, Result<Visibility, Failure>> {
        Box::pin(Policy::visibility(self, caller, target))
    }

    fn judge_plan<'a>(
        &'a self,
        reading: &'a Reading<'a, P::Caller>,
        root: Option<RouteId>,
        plan: &'a Planned,
        at_once: bool,
    ) -> BoxFuture<'a, Result<Judged, ReadFailure>> {
        Box::pin(judge(self, reading, root, plan, at_once))
    }

    fn scope_key(&self, caller: &P::Caller) -> ScopeKey {
        Policy::scope_key(self, caller)
    }

    fn is_open(&self) -> bool {
        Policy::is_open(self)
    }
}
