//! Listings: descriptions in a fixed order, page by page, each page asking the policy again (G24, G25).

use std::{error::Error, fmt, pin::pin};

use wayleave_model::{Definition, Limits, RouteId};

use super::{
    Gateway, Revision,
    cursor::{self, Binding},
    gateway::Inner,
    guard::{self, Interrupted},
    size,
    telemetry::Observed,
};
use crate::random::RandomError;

/// Which of the two listings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listing {
    /// Concrete resources, by URI.
    Resources,
    /// Families, by template.
    Templates,
}

/// Which page is wanted: the first, or the one that a cursor leads to.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageRequest<'a> {
    /// The token of the page before, as it was given out; none for the first page.
    pub cursor: Option<&'a str>,
    /// The most descriptions on the page: none or zero for `pageSize`, and never more than `maxPageSize`.
    pub size: Option<usize>,
}

impl<'a> From<Option<&'a str>> for PageRequest<'a> {
    fn from(cursor: Option<&'a str>) -> Self {
        Self { cursor, size: None }
    }
}

/// One page of a listing.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    definitions: Vec<&'a Definition>,
    next_cursor: Option<String>,
}

impl<'a> Page<'a> {
    /// The descriptions, by URI or template and then by name.
    #[must_use]
    pub fn definitions(&self) -> &[&'a Definition] {
        &self.definitions
    }

    /// The token of the next page, if a later description can be discovered now. It lasts ten minutes.
    #[must_use]
    pub fn next_cursor(&self) -> Option<&str> {
        self.next_cursor.as_deref()
    }
}

impl<C: Send + Sync + 'static> Gateway<C> {
    /// One page of a listing for `caller`.
    ///
    /// Nothing is resolved, read or enumerated, and two pages are no snapshot: each asks the policy again. A token
    /// that does not fit never starts the listing anew.
    ///
    /// # Errors
    /// See [`ListFailureKind`].
    pub async fn list<'r>(
        &self,
        caller: &C,
        listing: Listing,
        request: impl Into<PageRequest<'r>>,
    ) -> Result<Page<'_>, ListFailure> {
        let gateway = self.inner();
        let observed = Observed::listing(&*gateway.clock, listing);
        let page = pin!(Some(self.page(caller, listing, request.into())));
        let result = observed
            .within(guard::without_unwinding(page))
            .await
            .unwrap_or_else(|panic| Err(ListFailure::interrupted(panic)));
        observed.has_listed(&result);
        result
    }

    async fn page(
        &self,
        caller: &C,
        listing: Listing,
        PageRequest { cursor, size }: PageRequest<'_>,
    ) -> Result<Page<'_>, ListFailure> {
        let gateway = self.inner();
        let deadline = gateway.start();
        let policy = gateway.policy();
        let scope = guard::contained(|| policy.scope_key(caller)).map_err(ListFailure::interrupted)?;
        if scope.is_empty() {
            return Err(ListFailure::new(ListFailureKind::NoScope));
        }
        let binding = Binding::new(listing, &gateway.revision, &scope);
        let start = match cursor {
            None => 0,
            Some(token) => cursor::open(&gateway.page_keys, &binding, token, gateway.clock.wall())
                .ok_or_else(|| ListFailure::new(ListFailureKind::InvalidCursor))?,
        };
        let size = size
            .filter(|&size| size > 0)
            .unwrap_or(gateway.limits.page_size)
            .min(gateway.limits.max_page_size);
        let mut page = Page { definitions: Vec::new(), next_cursor: None };
        let mut space = gateway.limits.max_page_bytes.saturating_sub(Limits::PAGE_ENVELOPE);
        for (index, &route) in gateway.order(listing).iter().enumerate().skip(start) {
            let Some(definition) = gateway.set.definition(route) else { continue };
            let answer = deadline
                .run(gateway.limits.policy_timeout, || policy.discover(caller, definition))
                .await
                .map_err(ListFailure::interrupted)?;
            match answer {
                Ok(()) => {}
                Err(failure) if failure.is_unavailable() => continue,
                Err(failure) => {
                    let cause = failure.into_cause();
                    return Err(ListFailure { kind: ListFailureKind::PolicyFailed, cause });
                }
            }
            // A description's share of the page is its JSON and a comma.
            let bytes = size::json(definition).saturating_add(1);
            let left = space.checked_sub(bytes).filter(|_| page.definitions.len() < size);
            match left {
                Some(left) => space = left,
                None if page.definitions.is_empty() => {
                    return Err(ListFailure::new(ListFailureKind::DescriptionTooLarge {
                        name: definition.name().into(),
                    }));
                }
                None => {
                    let now = gateway.clock.wall();
                    let token = cursor::seal(&gateway.page_keys, &binding, index, now, &*gateway.randomness);
                    page.next_cursor = Some(token.map_err(ListFailure::no_randomness)?);
                    break;
                }
            }
            page.definitions.push(definition);
        }
        Ok(page)
    }

    /// A digest of the definitions; tokens of another revision are not accepted (G26).
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.inner().revision
    }
}

impl<C> Inner<C> {
    fn order(&self, listing: Listing) -> &[RouteId] {
        match listing {
            Listing::Resources => &self.resources,
            Listing::Templates => &self.templates,
        }
    }
}

/// A listing without a page. The private cause is the `source()` and is never rendered.
pub struct ListFailure {
    kind: ListFailureKind,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

/// Why there is no page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListFailureKind {
    /// The policy gives this caller no scope key (G25).
    NoScope,
    /// The token is not one of this listing, registry and caller, was altered, or has expired.
    InvalidCursor,
    /// The source of randomness did not answer.
    NoRandomness,
    /// The policy could not decide.
    PolicyFailed,
    /// The policy took longer than `policyTimeout`, or the whole page longer than `readTimeout`.
    Timeout,
    /// The policy panicked.
    Panicked,
    /// One description alone is larger than a page (G24).
    DescriptionTooLarge {
        /// The definition's name.
        name: Box<str>,
    },
}

impl ListFailureKind {
    /// The kind's stable name, for logs and metrics.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::NoScope => "no_scope",
            Self::InvalidCursor => "invalid_cursor",
            Self::NoRandomness => "no_randomness",
            Self::PolicyFailed => "policy_failed",
            Self::Timeout => "timeout",
            Self::Panicked => "panicked",
            Self::DescriptionTooLarge { .. } => "description_too_large",
        }
    }
}

impl ListFailure {
    fn new(kind: ListFailureKind) -> Self {
        Self { kind, cause: None }
    }

    fn no_randomness(error: RandomError) -> Self {
        Self { kind: ListFailureKind::NoRandomness, cause: Some(error.into_cause()) }
    }

    fn interrupted(interrupted: Interrupted) -> Self {
        match interrupted {
            Interrupted::Timeout | Interrupted::Deadline => Self::new(ListFailureKind::Timeout),
            Interrupted::Panic(panic) => Self { kind: ListFailureKind::Panicked, cause: Some(panic.into()) },
        }
    }

    /// What happened.
    #[must_use]
    pub fn kind(&self) -> &ListFailureKind {
        &self.kind
    }
}

impl fmt::Debug for ListFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // G18: without the cause.
        f.debug_struct("ListFailure").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl fmt::Display for ListFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ListFailureKind::NoScope => f.write_str("the policy gives the caller no scope key"),
            ListFailureKind::InvalidCursor => f.write_str("the cursor is not valid"),
            ListFailureKind::NoRandomness => f.write_str("the source of randomness did not answer"),
            ListFailureKind::PolicyFailed => f.write_str("the policy could not decide"),
            ListFailureKind::Timeout => f.write_str("the listing took too long"),
            ListFailureKind::Panicked => f.write_str("the policy panicked"),
            ListFailureKind::DescriptionTooLarge { name } => {
                write!(f, "the description of {name:?} alone is larger than `maxPageBytes` allows")
            }
        }
    }
}

impl Error for ListFailure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as &(dyn Error + 'static))
    }
}
