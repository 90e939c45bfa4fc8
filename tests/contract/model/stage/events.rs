//! Time that goes from one event to the next, and stands still between them.

use std::{
    collections::BTreeSet,
    future::{Future, poll_fn},
    pin::Pin,
    sync::{Arc, Mutex},
    task::Poll,
    time::{Duration, SystemTime},
};

use wayleave::clock::Clock;

#[derive(Clone, Default)]
pub(super) struct Events(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    now: Duration,
    ends: BTreeSet<Duration>,
}

impl Events {
    pub(super) fn advance(&self, by: Duration) {
        self.0.lock().unwrap().now += by;
    }

    /// Goes on to the next moment that somebody waits for, if there is one.
    pub(super) fn advance_to_next(&self) -> bool {
        let mut state = self.0.lock().unwrap();
        while let Some(end) = state.ends.pop_first() {
            if end > state.now {
                state.now = end;
                return true;
            }
        }
        false
    }
}

impl Clock for Events {
    fn wall(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + self.now()
    }

    fn now(&self) -> Duration {
        self.0.lock().unwrap().now
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + 'static>> {
        let events = self.clone();
        let end = self.now() + duration;
        Box::pin(poll_fn(move |_| {
            let mut state = events.0.lock().unwrap();
            if state.now >= end {
                return Poll::Ready(());
            }
            state.ends.insert(end);
            Poll::Pending
        }))
    }
}
