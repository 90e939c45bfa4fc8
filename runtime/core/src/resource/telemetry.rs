//! What the gateway tells a `tracing` subscriber of a read and of a listing: the route, the outcome, counts, sizes and
//! durations. No URI, nothing private and no count of hidden items is in it (G6, G10, G18).
//!
//! Without the feature `tracing`, `silence` takes its place.

use std::time::Duration;

use tracing::level_filters::LevelFilter;

use super::{Bundle, ListFailure, Listing, Page, ReadFailure, size};
use crate::clock::Clock;

/// One operation that is observed from its start to its end.
pub(super) struct Observed<'a> {
    span: tracing::Span,
    /// When it began, where anybody listened then: for nobody, the clock is not asked.
    started: Option<Duration>,
    clock: &'a dyn Clock,
}

impl<'a> Observed<'a> {
    /// A read begins: the span `wayleave.read`.
    pub(super) fn read(clock: &'a dyn Clock) -> Self {
        let span = tracing::debug_span!(target: "wayleave", "wayleave.read", route = tracing::field::Empty);
        Self { span, started: start(clock), clock }
    }

    /// A page of a listing begins: the span `wayleave.list`.
    pub(super) fn listing(clock: &'a dyn Clock, listing: Listing) -> Self {
        let listing = match listing {
            Listing::Resources => "resources",
            Listing::Templates => "templates",
        };
        let span = tracing::debug_span!(target: "wayleave", "wayleave.list", listing);
        Self { span, started: start(clock), clock }
    }

    /// The definition that was selected.
    pub(super) fn route(&self, name: &str) {
        self.span.record("route", name);
    }

    /// Does the work inside the span, so that what callbacks log stands in it.
    pub(super) async fn within<T>(&self, work: impl Future<Output = T>) -> T {
        tracing::Instrument::instrument(work, self.span.clone()).await
    }

    /// The event at the end of a read.
    pub(super) fn has_read(&self, result: &Result<Bundle, ReadFailure>) {
        let micros = self.micros();
        match result {
            Ok(bundle) => {
                let outcome = if bundle.is_partial() { "partial" } else { "complete" };
                let issues = bundle.issues().len() + bundle.issues_omitted();
                let items = bundle.items().len() - usize::from(bundle.is_partial());
                let bytes = bundle.encoded_bytes();
                tracing::debug!(target: "wayleave", parent: &self.span, outcome, items, issues, bytes, micros, "read");
            }
            Err(failure) => {
                let kind = failure.kind().as_str();
                if failure.is_internal() {
                    tracing::warn!(target: "wayleave", parent: &self.span, outcome = "failed", kind, micros, "read");
                } else {
                    tracing::debug!(target: "wayleave", parent: &self.span, outcome = "refused", kind, micros, "read");
                }
            }
        }
    }

    /// The event at the end of a page.
    pub(super) fn has_listed(&self, result: &Result<Page<'_>, ListFailure>) {
        let micros = self.micros();
        match result {
            Ok(page) => {
                let (items, last) = (page.definitions().len(), page.next_cursor().is_none());
                // Written here, it is worked out only where somebody listens.
                tracing::debug!(
                    target: "wayleave",
                    parent: &self.span,
                    outcome = "page",
                    items,
                    bytes = page.definitions().iter().map(size::json).sum::<usize>(),
                    last,
                    micros,
                    "list"
                );
            }
            Err(failure) => {
                let kind = failure.kind().as_str();
                if *failure.kind() == super::ListFailureKind::InvalidCursor {
                    tracing::debug!(target: "wayleave", parent: &self.span, outcome = "refused", kind, micros, "list");
                } else {
                    tracing::warn!(target: "wayleave", parent: &self.span, outcome = "failed", kind, micros, "list");
                }
            }
        }
    }

    fn micros(&self) -> Option<u64> {
        let passed = self.clock.now().saturating_sub(self.started?);
        Some(u64::try_from(passed.as_micros()).unwrap_or(u64::MAX))
    }
}

/// The time, where anybody listens.
fn start(clock: &dyn Clock) -> Option<Duration> {
    (LevelFilter::current() != LevelFilter::OFF).then(|| clock.now())
}
