//! Why a read returned no bundle: the host's error, and the little of it that a caller may be told (G9, G13, G18).

use std::{error::Error, fmt};

use wayleave_model::UriError;

use super::PlanFault;

/// A read without a bundle, with everything the host may know.
///
/// A caller gets what [`to_caller`](Self::to_caller) says. The private cause is the `source()` and is never
/// rendered.
pub struct ReadFailure {
    kind: ReadFailureKind,
    uri: Box<str>,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

/// The kinds of failure, for the host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadFailureKind {
    /// The requested URI breaks U1.
    InvalidUri(UriError),
    /// The requested URI is longer than `maxUriBytes`.
    UriTooLong,
    /// No definition matches.
    NoMatch,
    /// A definition matches, and decoding the escapes leads to another one (U5).
    Shadowed,
    /// Two or more templates match.
    Ambiguous,
    /// A capture is not admitted, does not parse (U6), or makes the canonical URI longer than `maxUriBytes`.
    BadCapture,
    /// The policy denies discovery of the definition.
    DiscoverDenied,
    /// The resolver found nothing.
    NotResolved,
    /// The policy hides the requested target, or denies reading it.
    TargetDenied,
    /// The resolver's plan is not valid.
    InvalidPlan(PlanFault),
    /// The resolver failed.
    ResolveFailed,
    /// The resolver took longer than `resolveTimeout`.
    ResolveTimeout,
    /// The policy could not decide.
    PolicyFailed,
    /// The policy took longer than `policyTimeout`.
    PolicyTimeout,
    /// The whole read took longer than `readTimeout`.
    ReadTimeout,
    /// A resolver or a policy panicked.
    Panicked,
    /// Every visible item failed (G12).
    NothingDelivered,
    /// The smallest report, or the assembled result, is larger than the limits allow (G21, G22).
    ResultTooLarge,
    /// The source of randomness did not answer.
    NoRandomness,
}

impl ReadFailureKind {
    /// The kind's stable name, for logs and metrics.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::InvalidUri(_) => "invalid_uri",
            Self::UriTooLong => "uri_too_long",
            Self::NoMatch => "no_match",
            Self::Shadowed => "shadowed",
            Self::Ambiguous => "ambiguous",
            Self::BadCapture => "bad_capture",
            Self::DiscoverDenied => "discover_denied",
            Self::NotResolved => "not_resolved",
            Self::TargetDenied => "target_denied",
            Self::InvalidPlan(_) => "invalid_plan",
            Self::ResolveFailed => "resolve_failed",
            Self::ResolveTimeout => "resolve_timeout",
            Self::PolicyFailed => "policy_failed",
            Self::PolicyTimeout => "policy_timeout",
            Self::ReadTimeout => "read_timeout",
            Self::Panicked => "panicked",
            Self::NothingDelivered => "nothing_delivered",
            Self::ResultTooLarge => "result_too_large",
            Self::NoRandomness => "no_randomness",
        }
    }
}

impl ReadFailure {
    pub(super) fn new(kind: ReadFailureKind, uri: &str) -> Self {
        Self { kind, uri: uri.into(), cause: None }
    }

    pub(super) fn with_cause(mut self, cause: Option<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = cause;
        self
    }

    /// What happened.
    #[must_use]
    pub fn kind(&self) -> &ReadFailureKind {
        &self.kind
    }

    /// Whether the cause lies with the host and not with the request.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.to_caller().code() == CallerErrorCode::Internal
    }

    /// The URI as it was requested.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// What an adapter may send.
    ///
    /// Whatever could tell one unknown resource from another is gone: no match, ambiguity, a failed capture,
    /// denied discovery, a denied target and a resolver's *not found* are one and the same (G9).
    #[must_use]
    pub fn to_caller(&self) -> CallerError {
        use ReadFailureKind as Kind;
        let uri = || Some(self.uri.clone());
        match self.kind {
            Kind::NoMatch
            | Kind::Shadowed
            | Kind::Ambiguous
            | Kind::BadCapture
            | Kind::DiscoverDenied
            | Kind::NotResolved
            | Kind::TargetDenied => CallerError { code: CallerErrorCode::NotFound, uri: uri() },
            Kind::InvalidUri(error) => CallerError { code: CallerErrorCode::InvalidUri(error), uri: uri() },
            // Not echoed: the caller's own bytes may be too many.
            Kind::UriTooLong => CallerError { code: CallerErrorCode::UriTooLong, uri: None },
            Kind::InvalidPlan(_)
            | Kind::ResolveFailed
            | Kind::ResolveTimeout
            | Kind::PolicyFailed
            | Kind::PolicyTimeout
            | Kind::ReadTimeout
            | Kind::Panicked
            | Kind::NothingDelivered
            | Kind::ResultTooLarge
            | Kind::NoRandomness => CallerError { code: CallerErrorCode::Internal, uri: uri() },
        }
    }
}

impl fmt::Debug for ReadFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // G18: without the cause.
        f.debug_struct("ReadFailure")
            .field("kind", &self.kind)
            .field("uri", &self.uri)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for ReadFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ReadFailureKind as Kind;
        f.write_str(match &self.kind {
            Kind::InvalidUri(error) => return error.fmt(f),
            Kind::InvalidPlan(fault) => return fault.fmt(f),
            Kind::UriTooLong => "the URI is longer than `maxUriBytes` allows",
            Kind::NoMatch => "no definition matches the URI",
            Kind::Shadowed => {
                "without its escapes, or with its values as they are written, the URI is another definition's"
            }
            Kind::Ambiguous => "two or more templates match the URI",
            Kind::BadCapture => "a capture of the URI is not admitted or does not parse",
            Kind::DiscoverDenied => "the policy denies discovery of the definition",
            Kind::NotResolved => "the resolver found nothing at the URI",
            Kind::TargetDenied => "the policy denies the requested target",
            Kind::ResolveFailed => "the resolver failed",
            Kind::ResolveTimeout => "the resolver took longer than `resolveTimeout`",
            Kind::PolicyFailed => "the policy could not decide",
            Kind::PolicyTimeout => "the policy took longer than `policyTimeout`",
            Kind::ReadTimeout => "the read took longer than `readTimeout`",
            Kind::Panicked => "a resolver or a policy panicked",
            Kind::NothingDelivered => "every visible item failed",
            Kind::ResultTooLarge => "the result is larger than the limits allow",
            Kind::NoRandomness => "the source of randomness did not answer",
        })
    }
}

impl Error for ReadFailure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as &(dyn Error + 'static))
    }
}

/// What a caller is told of a failed read, and all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallerError {
    code: CallerErrorCode,
    uri: Option<Box<str>>,
}

impl CallerError {
    /// What to branch on.
    #[must_use]
    pub fn code(&self) -> CallerErrorCode {
        self.code
    }

    /// The requested URI, echoed.
    #[must_use]
    pub fn uri(&self) -> Option<&str> {
        self.uri.as_deref()
    }

    /// The fixed message.
    #[must_use]
    pub fn message(&self) -> &'static str {
        match self.code {
            CallerErrorCode::NotFound => "Resource not found.",
            CallerErrorCode::InvalidUri(error) => error.kind().message(),
            CallerErrorCode::UriTooLong => "the URI is too long",
            CallerErrorCode::Internal => "The resource could not be read.",
        }
    }
}

impl fmt::Display for CallerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl Error for CallerError {}

/// The kinds of failure that a caller can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallerErrorCode {
    /// There is no such resource, or not for this caller.
    NotFound,
    /// The URI breaks U1, which says nothing of what is registered.
    InvalidUri(UriError),
    /// The URI is too long.
    UriTooLong,
    /// The read failed for reasons that are the host's own.
    Internal,
}
