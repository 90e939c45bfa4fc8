//! Targets and plans: what one read delivers, in order (G4 to G6).

use std::{collections::HashSet, error::Error, fmt, sync::Arc};

use smallvec::{SmallVec, smallvec};
use wayleave_model::{ExpandError, Uri};

/// What is authorised and read: a URI, a representation label, and private data for policy and storage.
/// All three are its identity (G5). Cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct Target(Arc<Identity>);

#[derive(Clone, PartialEq, Eq)]
struct Identity {
    uri: Uri,
    representation: Box<str>,
    authorization: Option<serde_json::Value>,
}

impl Target {
    /// The target at `uri`, with an empty representation label and no authorization data.
    #[must_use]
    pub fn new(uri: Uri) -> Self {
        Self(Arc::new(Identity { uri, representation: "".into(), authorization: None }))
    }

    /// The same target in another representation. Two representations in one plan need two URIs (G5).
    #[must_use]
    pub fn with_representation(mut self, label: impl Into<Box<str>>) -> Self {
        Arc::make_mut(&mut self.0).representation = label.into();
        self
    }

    /// The same target with private data, of at most 64 KiB of JSON. It reaches policy and storage and
    /// nothing else: no result, report, log, `Debug` or error text (G6).
    #[must_use]
    pub fn with_authorization(mut self, data: impl Into<serde_json::Value>) -> Self {
        Arc::make_mut(&mut self.0).authorization = Some(data.into());
        self
    }

    /// The same target under another spelling of its URI.
    pub(super) fn spelled(mut self, uri: Uri) -> Self {
        Arc::make_mut(&mut self.0).uri = uri;
        self
    }

    /// Whether this is what [`new`](Self::new) makes of `uri`.
    fn is_plain(&self, uri: &Uri) -> bool {
        let Identity { uri: own, representation, authorization } = &*self.0;
        own == uri && representation.is_empty() && authorization.is_none()
    }

    /// The URI.
    #[must_use]
    pub fn uri(&self) -> &Uri {
        &self.0.uri
    }

    /// The representation label; empty unless one was given.
    #[must_use]
    pub fn representation(&self) -> &str {
        &self.0.representation
    }

    /// The private data, for policy and storage.
    #[must_use]
    pub fn authorization(&self) -> Option<&serde_json::Value> {
        self.0.authorization.as_ref()
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // G6: neither the authorization data nor whether there is any.
        f.debug_struct("Target")
            .field("uri", &self.0.uri)
            .field("representation", &self.0.representation)
            .finish()
    }
}

/// The requested target and the ordered targets of the items that one read delivers.
///
/// Unless [`requested`](Self::requested) says otherwise, the requested target is the canonical URI (U8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPlan {
    requested: Option<Target>,
    items: Targets,
}

/// Mostly one.
pub(super) type Targets = SmallVec<[Target; 1]>;

impl ReadPlan {
    /// A plan of one item.
    #[must_use]
    pub fn single(item: Target) -> Self {
        Self { requested: None, items: smallvec![item] }
    }

    /// A plan of `items`, in order. An empty list is legal.
    ///
    /// # Errors
    /// [`PlanError`] where two items have one URI, also with different representations (G5).
    pub fn of(items: impl IntoIterator<Item = Target>) -> Result<Self, PlanError> {
        let items: Targets = items.into_iter().collect();
        let mut seen = HashSet::with_capacity(items.len());
        match items.iter().all(|item| seen.insert(item.uri().as_str())) {
            true => Ok(Self { requested: None, items }),
            false => Err(PlanError::invalid(PlanFault::DuplicateItem)),
        }
    }

    /// The same plan for another requested target than the canonical URI.
    #[must_use]
    pub fn requested(mut self, target: Target) -> Self {
        self.requested = Some(target);
        self
    }

    /// The requested target, with the canonical URI in place of none, and the items.
    pub(super) fn into_parts(self, canonical: Uri) -> (Target, Targets) {
        let requested = match (self.requested, self.items.as_slice()) {
            (Some(requested), _) => requested,
            // Most plans are of one item, which is what was asked for.
            (None, [item]) if item.is_plain(&canonical) => item.clone(),
            (None, _) => Target::new(canonical),
        };
        (requested, self.items)
    }
}

/// Why there is no plan.
pub struct PlanError {
    pub(super) kind: PlanErrorKind,
}

pub(super) enum PlanErrorKind {
    NotFound(Option<Box<dyn Error + Send + Sync>>),
    Capture,
    Invalid(PlanFault),
    Failed(Box<dyn Error + Send + Sync>),
}

impl PlanError {
    /// Nothing is there. To the caller it is as if no definition matched (G9).
    #[must_use]
    pub const fn not_found() -> Self {
        Self { kind: PlanErrorKind::NotFound(None) }
    }

    /// The same, with what the host may know of it. To the caller it is no different.
    pub fn not_found_because(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { kind: PlanErrorKind::NotFound(Some(cause.into())) }
    }

    /// A capture does not parse as what it should be (U6). To the caller it is the same.
    #[must_use]
    pub const fn bad_capture() -> Self {
        Self { kind: PlanErrorKind::Capture }
    }

    /// The resolver failed. The cause stays with the host (G18).
    pub fn failed(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { kind: PlanErrorKind::Failed(cause.into()) }
    }

    pub(super) const fn invalid(fault: PlanFault) -> Self {
        Self { kind: PlanErrorKind::Invalid(fault) }
    }
}

impl From<ExpandError> for PlanError {
    fn from(error: ExpandError) -> Self {
        Self::invalid(PlanFault::Expand(error))
    }
}

impl fmt::Debug for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // G18: without the cause.
        match &self.kind {
            PlanErrorKind::NotFound(_) => f.write_str("PlanError(not found)"),
            PlanErrorKind::Capture => f.write_str("PlanError(bad capture)"),
            PlanErrorKind::Invalid(fault) => f.debug_tuple("PlanError").field(fault).finish(),
            PlanErrorKind::Failed(_) => f.write_str("PlanError(failed)"),
        }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PlanErrorKind::NotFound(_) => f.write_str("nothing is there"),
            PlanErrorKind::Capture => f.write_str("a capture does not parse"),
            PlanErrorKind::Invalid(fault) => fault.fmt(f),
            PlanErrorKind::Failed(_) => f.write_str("the resolver failed"),
        }
    }
}

impl Error for PlanError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            PlanErrorKind::Failed(cause) | PlanErrorKind::NotFound(Some(cause)) => Some(&**cause),
            PlanErrorKind::Invalid(PlanFault::Expand(error)) => Some(error),
            _ => None,
        }
    }
}

/// What makes a plan invalid (G5, G30).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanFault {
    /// Two items have one URI.
    DuplicateItem,
    /// More items than `maxPlanItems`.
    TooManyItems,
    /// A target's URI is longer than `maxUriBytes`.
    UriTooLong,
    /// A target's URI is of the reserved scheme (U2).
    ReservedScheme,
    /// Authorization data of more than 64 KiB.
    AuthorizationTooLarge,
    /// The requested target shares its URI with an item and differs from it otherwise.
    IdentityConflict,
    /// An item that itself is a bundle.
    NestedBundle,
    /// Several items, of a binding that does not say that it is a bundle.
    UndeclaredBundle,
    /// An item whose URI several definitions match, or one with a capture that is not admitted, or another
    /// one once its escapes are decoded.
    UnclearItem,
    /// A value that gives no URI of its template.
    Expand(ExpandError),
}

impl fmt::Display for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DuplicateItem => "the plan is invalid: two items have one URI",
            Self::TooManyItems => "the plan is invalid: it has more items than `maxPlanItems` allows",
            Self::UriTooLong => "the plan is invalid: a URI is longer than `maxUriBytes` allows",
            Self::ReservedScheme => "the plan is invalid: a URI is of the reserved scheme",
            Self::AuthorizationTooLarge => "the plan is invalid: authorization data has more than 64 KiB",
            Self::IdentityConflict => {
                "the plan is invalid: the requested target and an item share a URI and differ otherwise"
            }
            Self::NestedBundle => "the plan is invalid: an item itself is a bundle",
            Self::UndeclaredBundle => {
                "the plan is invalid: it names several items, and the binding's `is_bundle` does not say so"
            }
            Self::UnclearItem => "the plan is invalid: no single definition answers for an item's URI",
            Self::Expand(_) => "the plan is invalid: a value gives no URI of its template",
        })
    }
}
