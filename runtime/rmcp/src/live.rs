//! A gateway that can be replaced while it serves, and those who are told (G28).

use std::sync::{Arc, PoisonError, RwLock};

use wayleave::Gateway;

use crate::listen::{Change, Listeners};

/// A gateway that can be replaced while it serves, and that tells those who listen. Cheap to clone; all clones are
/// one.
///
/// Peers that speak 2026-07-28 are told what their `subscriptions/listen` asks for. Older ones are told of the
/// resources that they subscribed to, and, once they have asked for a list or subscribed, of changes of the lists.
///
/// Nothing queues up: a listener that is slow is told once of what changed several times. It may be told from any
/// thread, in a run time or out of it.
pub struct LiveGateway<C>(Arc<Shared<C>>);

struct Shared<C> {
    gateway: RwLock<Gateway<C>>,
    listeners: Listeners<C>,
}

impl<C: Send + Sync + 'static> LiveGateway<C> {
    /// Begins to serve `gateway`.
    #[must_use]
    pub fn new(gateway: Gateway<C>) -> Self {
        Self(Arc::new(Shared { gateway: RwLock::new(gateway), listeners: Listeners::default() }))
    }

    /// The gateway that serves now. A request that has begun stays with the one that it began with.
    #[must_use]
    pub fn current(&self) -> Gateway<C> {
        self.0.gateway.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts another gateway in its place, and tells those who listen that the lists have changed.
    ///
    /// Page tokens of the old one lead on only if the new one has the same page keys and equal definitions.
    pub fn replace(&self, gateway: Gateway<C>) {
        let old = {
            let mut current = self.0.gateway.write().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *current, gateway)
        };
        // The old gateway's own code may run now, and may ask for the new one.
        drop(old);
        self.0.listeners.tell(self, Change::Lists);
    }

    /// Tells those who have subscribed to `uri`, byte by byte, that what is there has changed. A subscriber hears of
    /// it only if the policy lets it see the resource when the notification is sent.
    pub fn updated(&self, uri: &str) {
        self.0.listeners.tell(self, Change::Resource(uri));
    }

    pub(crate) fn listeners(&self) -> &Listeners<C> {
        &self.0.listeners
    }
}

impl<C: Send + Sync + 'static> From<Gateway<C>> for LiveGateway<C> {
    fn from(gateway: Gateway<C>) -> Self {
        Self::new(gateway)
    }
}

impl<C> Clone for LiveGateway<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C> std::fmt::Debug for LiveGateway<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LiveGateway").field("listeners", &self.0.listeners.len()).finish_non_exhaustive()
    }
}
