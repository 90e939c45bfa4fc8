//! What is under way: requests that have come and are not answered.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rmcp::model::RequestId;
use tokio::sync::Notify;

use crate::log::Exchange;

/// The requests under way of one client.
#[derive(Debug, Default)]
pub(super) struct Flight {
    requests: Mutex<HashMap<RequestId, Request>>,
    changed: Notify,
}

#[derive(Debug)]
struct Request {
    /// It is answered only when it is ended from outside.
    endless: bool,
    exchange: Option<Exchange>,
}

impl Flight {
    pub(super) fn begin(&self, id: RequestId, endless: bool, exchange: Option<Exchange>) {
        self.requests().insert(id, Request { endless, exchange });
    }

    /// Takes a request out, as it is answered or will never be.
    pub(super) fn end(&self, id: &RequestId) -> Option<Exchange> {
        let request = self.requests().remove(id);
        self.changed.notify_one();
        request.and_then(|request| request.exchange)
    }

    /// Completes when all that is left under way are requests without an end. One caller at a time.
    pub(super) async fn landed(&self) {
        while self.requests().values().any(|request| !request.endless) {
            self.changed.notified().await;
        }
    }

    /// What is left, with whether it is without an end.
    pub(super) fn left(&self) -> Vec<(RequestId, bool)> {
        self.requests().iter().map(|(id, request)| (id.clone(), request.endless)).collect()
    }

    fn requests(&self) -> MutexGuard<'_, HashMap<RequestId, Request>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
