//! The run time's monotonic clock, with a wall that a test moves.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use wayleave::clock::{Clock, TokioClock};

#[derive(Clone)]
pub(crate) struct TestClock {
    tokio: TokioClock,
    offset: Arc<Mutex<Duration>>,
}

impl TestClock {
    pub(crate) fn new() -> Self {
        Self { tokio: TokioClock::new(), offset: Arc::default() }
    }

    /// Moves both clocks, and wakes nobody.
    pub(crate) fn advance(&self, by: Duration) {
        *self.offset.lock().unwrap() += by;
    }

    fn offset(&self) -> Duration {
        *self.offset.lock().unwrap()
    }
}

impl Clock for TestClock {
    fn wall(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + self.now()
    }

    fn now(&self) -> Duration {
        self.tokio.now() + self.offset()
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + 'static>> {
        self.tokio.sleep(duration)
    }
}
