//! Who is told of changes, and how: one listener for each connection of an older revision, one for each
//! `subscriptions/listen` (G28).

mod listener;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::{
    RoleServer,
    service::{Peer, SubscriptionSink},
};

pub(crate) use self::listener::Listener;
use crate::LiveGateway;

/// What has changed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change<'a> {
    Lists,
    Resource(&'a str),
}

/// Everyone who listens to one live gateway.
pub(crate) struct Listeners<C>(Mutex<Vec<Arc<Listener<C>>>>);

impl<C: Send + Sync + 'static> Listeners<C> {
    /// Tells everyone whom it concerns. Nothing is waited for.
    pub(crate) fn tell(&self, live: &LiveGateway<C>, change: Change<'_>) {
        let mut listeners = self.lock();
        let gone = take_gone(&mut listeners);
        for listener in listeners.iter() {
            listener.tell(live, change);
        }
        drop(listeners);
        drop(gone);
    }

    /// The listener of a connection of an older revision, new if need be. Must be called in a tokio run time.
    ///
    /// None without a handshake, which is the only thing that one request's peer shares with the next one's. Over HTTP
    /// without sessions the SDK makes one up for each request: the listener is then never told, and soon gone.
    pub(crate) fn connection(&self, peer: &Peer<RoleServer>) -> Option<Arc<Listener<C>>> {
        let handshake = peer.peer_info()?;
        let mut listeners = self.lock();
        let gone = take_gone(&mut listeners);
        let known = listeners.iter().find(|listener| listener.has_handshake(&handshake));
        let listener = known.cloned().unwrap_or_else(|| {
            let listener = Arc::new(Listener::connection(peer.clone()));
            listeners.push(Arc::clone(&listener));
            listener
        });
        drop(listeners);
        drop(gone);
        Some(listener)
    }

    /// A listener that lasts as long as the guard, and hears what `sink` accepts.
    pub(crate) fn stream(&self, sink: SubscriptionSink, caller: C) -> Stream<'_, C> {
        let listener = Arc::new(Listener::stream(sink, caller));
        self.lock().push(Arc::clone(&listener));
        Stream { listeners: self, listener }
    }

    fn remove(&self, gone: &Arc<Listener<C>>) {
        self.lock().retain(|listener| !Arc::ptr_eq(listener, gone));
    }
}

impl<C> Listeners<C> {
    /// How many there are, some perhaps gone.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Listener<C>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C> Default for Listeners<C> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

/// Those at whose other end there is nobody any more. To be dropped when the lock is not held: callers are the host's,
/// and what they do when they are dropped may come back here.
fn take_gone<C: Send + Sync + 'static>(listeners: &mut Vec<Arc<Listener<C>>>) -> Vec<Arc<Listener<C>>> {
    listeners.extract_if(.., |listener| listener.is_gone()).collect()
}

/// One `subscriptions/listen`, which ends when this is dropped.
pub(crate) struct Stream<'a, C: Send + Sync + 'static> {
    listeners: &'a Listeners<C>,
    listener: Arc<Listener<C>>,
}

impl<C: Send + Sync + 'static> Stream<'_, C> {
    /// Sends on what changes, until the stream is closed. To end it before, drop the future.
    pub(crate) async fn run(&self, live: &LiveGateway<C>) {
        while self.listener.deliver(live).await.is_ok() {
            self.listener.woken().await;
        }
    }
}

impl<C: Send + Sync + 'static> Drop for Stream<'_, C> {
    fn drop(&mut self) {
        self.listeners.remove(&self.listener);
    }
}
