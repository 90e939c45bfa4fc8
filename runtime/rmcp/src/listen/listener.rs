//! One listener: what it wants to hear, what it has still to hear, and the way to it.
//!
//! What it has still to hear is a set, and a part of what it wants to hear: however often something changes and
//! however slow the listener is, nothing queues up.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rmcp::{
    RoleServer,
    model::{InitializeRequestParams, ResourceUpdatedNotificationParam},
    service::{Peer, SubscriptionSink},
};
use tokio::{runtime::Handle, sync::Notify};

use super::Change;
use crate::LiveGateway;

pub(crate) struct Listener<C> {
    way: Way,
    state: Mutex<State<C>>,
}

/// The way to a listener.
enum Way {
    /// A connection of an older revision. A task sends, and only while there is something to send.
    Connection { peer: Peer<RoleServer>, run_time: Handle },
    /// One `subscriptions/listen`, whose own future sends.
    Stream { sink: SubscriptionSink, wake: Notify },
}

struct State<C> {
    /// Whether it wants to hear of changes of the lists.
    lists: bool,
    /// The resources it wants to hear of, each with who subscribed to it.
    resources: HashMap<Box<str>, Arc<C>>,
    pending: Batch,
    /// Whether a task is sending.
    sending: bool,
}

/// What there is to hear.
#[derive(Default)]
struct Batch {
    lists: bool,
    resources: BTreeSet<Box<str>>,
}

/// A listener subscribes to no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// There is nobody at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed;

impl<C: Send + Sync + 'static> Listener<C> {
    /// The most resources that one listener hears of.
    pub(crate) const MAX_RESOURCES: usize = 1024;

    /// A connection of an older revision, which hears of changes of the lists and, so far, of no resource.
    pub(super) fn connection(peer: Peer<RoleServer>) -> Self {
        Self::new(Way::Connection { peer, run_time: Handle::current() }, true, HashMap::new())
    }

    /// A stream that hears what its sink accepts, which is bounded already.
    pub(super) fn stream(sink: SubscriptionSink, caller: C) -> Self {
        let lists = sink.accepted().resources_list_changed == Some(true);
        let caller = Arc::new(caller);
        let uris = sink.accepted().resource_subscriptions.iter().flatten();
        let resources = uris.map(|uri| (uri.as_str().into(), Arc::clone(&caller))).collect();
        Self::new(Way::Stream { sink, wake: Notify::new() }, lists, resources)
    }

    fn new(way: Way, lists: bool, resources: HashMap<Box<str>, Arc<C>>) -> Self {
        let state = State { lists, resources, pending: Batch::default(), sending: false };
        Self { way, state: Mutex::new(state) }
    }

    /// Whether this is the connection of that handshake. A later handshake on it replaces the first one for all.
    pub(super) fn has_handshake(&self, handshake: &Arc<InitializeRequestParams>) -> bool {
        match &self.way {
            Way::Connection { peer, .. } => peer.peer_info().is_some_and(|own| Arc::ptr_eq(&own, handshake)),
            Way::Stream { .. } => false,
        }
    }

    /// Whether there is nobody at the other end any more. A stream says so itself.
    pub(super) fn is_gone(&self) -> bool {
        match &self.way {
            Way::Connection { peer, .. } => peer.is_transport_closed(),
            Way::Stream { .. } => false,
        }
    }

    /// Begins to hear of a resource, on behalf of `caller` and of nobody else.
    pub(crate) fn subscribe(&self, uri: &str, caller: C) -> Result<(), Full> {
        let mut state = self.lock();
        if state.resources.len() >= Self::MAX_RESOURCES && !state.resources.contains_key(uri) {
            return Err(Full);
        }
        let before = state.resources.insert(uri.into(), Arc::new(caller));
        drop(state);
        drop(before);
        Ok(())
    }

    /// Hears of a resource no more.
    pub(crate) fn unsubscribe(&self, uri: &str) {
        let mut state = self.lock();
        let before = state.resources.remove(uri);
        state.pending.resources.remove(uri);
        drop(state);
        drop(before);
    }

    /// Notes a change, if it is one to hear of, and has it sent.
    pub(super) fn tell(self: &Arc<Self>, live: &LiveGateway<C>, change: Change<'_>) {
        let mut state = self.lock();
        match change {
            Change::Lists if state.lists => state.pending.lists = true,
            Change::Resource(uri) if state.resources.contains_key(uri) => {
                state.pending.resources.insert(uri.into());
            }
            Change::Lists | Change::Resource(_) => return,
        }
        match &self.way {
            Way::Connection { .. } if state.sending => {}
            Way::Connection { run_time, .. } => {
                state.sending = true;
                let (listener, live) = (Arc::clone(self), live.clone());
                // Where the connection closes, the next change or subscription finds that it has.
                run_time.spawn(async move { listener.deliver(&live).await });
            }
            Way::Stream { wake, .. } => wake.notify_one(),
        }
    }

    /// Completes when something has changed.
    pub(super) async fn woken(&self) {
        match &self.way {
            Way::Stream { wake, .. } => wake.notified().await,
            Way::Connection { .. } => std::future::pending().await,
        }
    }

    /// Sends until there is nothing more to send.
    pub(super) async fn deliver(&self, live: &LiveGateway<C>) -> Result<(), Closed> {
        while let Some(batch) = self.take() {
            if batch.lists {
                self.send_lists().await?;
            }
            for uri in batch.resources {
                // Who has unsubscribed in the meantime is told nothing, and who may not see it, neither.
                let Some(caller) = self.lock().resources.get(&uri).cloned() else { continue };
                if live.current().may_notify(&caller, &uri).await {
                    self.send_resource(uri.into()).await?;
                }
            }
        }
        Ok(())
    }

    /// What there is to send; if nothing, nobody is sending any more.
    fn take(&self) -> Option<Batch> {
        let mut state = self.lock();
        state.sending = state.pending.lists || !state.pending.resources.is_empty();
        state.sending.then(|| std::mem::take(&mut state.pending))
    }

    async fn send_lists(&self) -> Result<(), Closed> {
        match &self.way {
            Way::Connection { peer, .. } => peer.notify_resource_list_changed().await.map_err(|_| Closed),
            Way::Stream { sink, .. } => sink.notify_resource_list_changed().await.map_err(|_| Closed),
        }
    }

    async fn send_resource(&self, uri: String) -> Result<(), Closed> {
        match &self.way {
            Way::Connection { peer, .. } => {
                let update = ResourceUpdatedNotificationParam::new(uri);
                peer.notify_resource_updated(update).await.map_err(|_| Closed)
            }
            Way::Stream { sink, .. } => sink.notify_resource_updated(uri).await.map_err(|_| Closed),
        }
    }
}

impl<C> Listener<C> {
    fn lock(&self) -> MutexGuard<'_, State<C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
