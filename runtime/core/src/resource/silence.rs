//! What `telemetry` is without the feature `tracing`: nothing.

use std::marker::PhantomData;

use super::{Bundle, ListFailure, Listing, Page, ReadFailure};
use crate::clock::Clock;

pub(super) struct Observed<'a>(PhantomData<&'a dyn Clock>);

impl<'a> Observed<'a> {
    pub(super) fn read(_clock: &'a dyn Clock) -> Self {
        Self(PhantomData)
    }

    pub(super) fn listing(_clock: &'a dyn Clock, _listing: Listing) -> Self {
        Self(PhantomData)
    }

    pub(super) fn route(&self, _name: &str) {}

    pub(super) async fn within<T>(&self, work: impl Future<Output = T>) -> T {
        work.await
    }

    pub(super) fn has_read(&self, _result: &Result<Bundle, ReadFailure>) {}

    pub(super) fn has_listed(&self, _result: &Result<Page<'_>, ListFailure>) {}
}
