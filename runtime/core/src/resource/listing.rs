//! Listings: descriptions in a fixed order, page by page, each page asking the policy again (G24, G25).

use std::{error::Error, fmt};

use wayleave_model::{Definition, RouteId};

use super::{
    Gateway,
    gateway::Inner,
    guard::{self, Deadline, Interrupted},
    phase, size,
};

/// Which of the two listings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listing {
    /// Concrete resources, by URI.
    Resources,
    /// Families, by template.
    Templates,
}

/// A place in the full order of a listing, from which the next page goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position(usize);

/// One page of a listing.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    definitions: Vec<&'a Definition>,
    next: Option<Position>,
}

impl<'a> Page<'a> {
    /// The descriptions, by URI or template and then by name.
    #[must_use]
    pub fn definitions(&self) -> &[&'a Definition] {
        &self.definitions
    }

    /// Where the next page begins, if a later description can be discovered now.
    #[must_use]
    pub fn next(&self) -> Option<Position> {
        self.next
    }
}

impl<C: Send + Sync + 'static> Gateway<C> {
    /// One page of a listing for `caller`, from `from` on; [`Position::default`] is the start.
    ///
    /// Nothing is resolved, read or enumerated, and two pages are no snapshot: each asks the policy again.
    ///
    /// # Errors
    /// See [`ListFailureKind`].
    pub async fn list(&self, caller: &C, listing: Listing, from: Position) -> Result<Page<'_>, ListFailure> {
        let gateway = self.inner();
        let deadline = Deadline::start(&*gateway.clock, gateway.limits.read_timeout);
        let policy = gateway.policy();
        let scope = guard::contained(|| policy.scope_key(caller)).map_err(ListFailure::interrupted)?;
        if scope.is_empty() {
            return Err(ListFailure::new(ListFailureKind::NoScope));
        }
        let order = gateway.order(listing);
        let mut page = Page { definitions: Vec::new(), next: None };
        let mut space = gateway.limits.max_page_bytes.saturating_sub(wayleave_model::Limits::PAGE_ENVELOPE);
        for (index, &route) in order.iter().enumerate().skip(from.0) {
            let Some(definition) = gateway.set.definition(route) else {
                continue;
            };
            let answer = deadline
                .run(gateway.limits.policy_timeout, || phase::discover(&*policy, caller, definition))
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
            let left = space.checked_sub(bytes).filter(|_| page.definitions.len() < gateway.limits.page_size);
            match left {
                Some(left) => space = left,
                None if page.definitions.is_empty() => {
                    return Err(ListFailure::new(ListFailureKind::DescriptionTooLarge {
                        name: definition.name().into(),
                    }));
                }
                None => {
                    page.next = Some(Position(index));
                    break;
                }
            }
            page.definitions.push(definition);
        }
        Ok(page)
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

impl ListFailure {
    fn new(kind: ListFailureKind) -> Self {
        Self { kind, cause: None }
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
