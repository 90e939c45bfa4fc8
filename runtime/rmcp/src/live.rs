//! A gateway that can be replaced while it serves, and those who are told (G28).

use std::sync::{Arc, OnceLock};

use arc_swap::{ArcSwap, Guard};
use rmcp::model::MetaObject;
use wayleave::{Bundle, Gateway};

use crate::{
    convert,
    listen::{Change, Listeners},
};

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
    /// Read without a lock, by requests on every thread.
    served: ArcSwap<Served<C>>,
    listeners: Listeners<C>,
}

/// A gateway while it serves.
pub(crate) struct Served<C> {
    pub(crate) gateway: Gateway<C>,
    /// The metadata of all its complete reads, once there was one.
    complete: OnceLock<MetaObject>,
}

impl<C> Served<C> {
    fn new(gateway: Gateway<C>) -> Self {
        Self { gateway, complete: OnceLock::new() }
    }

    /// The metadata of a result: the report (G15).
    pub(crate) fn meta(&self, bundle: &Bundle) -> MetaObject {
        match bundle.is_partial() {
            true => convert::report(bundle),
            false => self.complete.get_or_init(|| convert::report(bundle)).clone(),
        }
    }
}

impl<C: Send + Sync + 'static> LiveGateway<C> {
    /// Begins to serve `gateway`.
    #[must_use]
    pub fn new(gateway: Gateway<C>) -> Self {
        let served = ArcSwap::from_pointee(Served::new(gateway));
        Self(Arc::new(Shared { served, listeners: Listeners::default() }))
    }

    /// The gateway that serves now. A request that has begun stays with the one that it began with.
    #[must_use]
    pub fn current(&self) -> Gateway<C> {
        self.served().gateway.clone()
    }

    /// The same, without a count of those who hold it.
    pub(crate) fn served(&self) -> Guard<Arc<Served<C>>> {
        self.0.served.load()
    }

    /// Puts another gateway in its place, and tells those who listen that the lists have changed.
    ///
    /// Page tokens of the old one lead on only if the new one has the same page keys and equal definitions.
    pub fn replace(&self, gateway: Gateway<C>) {
        self.0.served.store(Arc::new(Served::new(gateway)));
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
