//! What is under way: requests that have come and are not answered.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rmcp::model::RequestId;
use tokio::sync::Notify;

/// The requests under way of one client.
#[derive(Debug, Default)]
pub(super) struct Flight {
    /// Each with whether it is endless: answered only when it is ended from outside.
    requests: Mutex<HashMap<RequestId, bool>>,
    changed: Notify,
}

impl Flight {
    pub(super) fn begin(&self, id: RequestId, endless: bool) {
        self.requests().insert(id, endless);
    }

    /// Takes a request out, as it is answered or will never be.
    pub(super) fn end(&self, id: &RequestId) {
        self.requests().remove(id);
        self.changed.notify_one();
    }

    /// Completes when all that is left under way are endless requests. One caller at a time.
    pub(super) async fn landed(&self) {
        while self.requests().values().any(|endless| !endless) {
            self.changed.notified().await;
        }
    }

    /// What is left, each with whether it is endless.
    pub(super) fn left(&self) -> Vec<(RequestId, bool)> {
        self.requests().iter().map(|(id, endless)| (id.clone(), *endless)).collect()
    }

    fn requests(&self) -> MutexGuard<'_, HashMap<RequestId, bool>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
