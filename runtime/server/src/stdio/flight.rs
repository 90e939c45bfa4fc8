//! What is under way: requests that have come and are not answered.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rmcp::model::{ErrorData, RequestId};
use tokio::sync::Notify;

/// The requests under way of one client.
#[derive(Debug, Default)]
pub(super) struct Flight {
    /// Each with whether it is endless: answered only when it is ended from outside.
    requests: Mutex<HashMap<RequestId, bool>>,
    changed: Notify,
}

impl Flight {
    /// The most requests under way that will be answered. While there are as many, nothing more is read, so that a
    /// client which reads no answers fills no memory.
    const MAX_REQUESTS: usize = 64;
    /// The most endless requests.
    const MAX_ENDLESS: usize = 64;

    /// Takes a request in.
    ///
    /// # Errors
    /// What its sender is told where it cannot be: its id is that of another one under way, or there are too many
    /// without an end.
    pub(super) fn begin(&self, id: &RequestId, endless: bool) -> Result<(), ErrorData> {
        let mut requests = self.requests();
        if requests.contains_key(id) {
            return Err(ErrorData::invalid_request("The id is that of a request under way.", None));
        }
        if endless && requests.values().filter(|endless| **endless).count() >= Self::MAX_ENDLESS {
            return Err(ErrorData::invalid_request("Too many requests listen.", None));
        }
        requests.insert(id.clone(), endless);
        Ok(())
    }

    /// Completes when one more request may be read. One caller at a time.
    pub(super) async fn room(&self) {
        while self.requests().values().filter(|endless| !**endless).count() >= Self::MAX_REQUESTS {
            self.changed.notified().await;
        }
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

#[cfg(test)]
mod tests {
    use std::{
        pin::pin,
        task::{Context, Waker},
    };

    use super::*;

    fn id(number: usize) -> RequestId {
        RequestId::Number(i64::try_from(number).unwrap())
    }

    fn has_room(flight: &Flight) -> bool {
        pin!(flight.room()).poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn nothing_more_is_read_while_too_much_is_under_way() {
        let flight = Flight::default();
        for number in 0..Flight::MAX_REQUESTS {
            assert!(has_room(&flight), "{number}");
            flight.begin(&id(number), false).unwrap();
        }
        assert!(!has_room(&flight));
        flight.end(&id(5));
        assert!(has_room(&flight));
    }

    #[test]
    fn endless_requests_take_no_room_and_are_bounded() {
        let flight = Flight::default();
        for number in 0..Flight::MAX_ENDLESS {
            flight.begin(&id(number), true).unwrap();
        }
        assert!(flight.begin(&id(1_000), true).is_err());
        assert!(has_room(&flight));
        flight.begin(&id(1_001), false).unwrap();
    }

    #[test]
    fn an_id_stands_for_one_request_at_a_time() {
        let flight = Flight::default();
        flight.begin(&id(1), false).unwrap();
        assert!(flight.begin(&id(1), false).is_err());
        flight.end(&id(1));
        flight.begin(&id(1), true).unwrap();
    }
}
