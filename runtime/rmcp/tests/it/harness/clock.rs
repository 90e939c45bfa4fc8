//! The run time's monotonic clock, with a wall that a test moves.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, SystemTime},
};

use wayleave::clock::{Clock, TokioClock};

#[derive(Clone)]
pub(crate) struct TestClock {
    tokio: TokioClock,
    offset: Arc<Mutex<Duration>>,
    /// How often it was looked at, and at which look an hour passes.
    looks: Arc<AtomicUsize>,
    late: Arc<AtomicUsize>,
}

impl TestClock {
    pub(crate) fn new() -> Self {
        Self { tokio: TokioClock::new(), offset: Arc::default(), looks: Arc::default(), late: Arc::default() }
    }

    /// Moves both clocks, and wakes nobody.
    pub(crate) fn advance(&self, by: Duration) {
        *self.offset.lock().unwrap() += by;
    }

    /// How often it has been looked at.
    pub(crate) fn looks(&self) -> usize {
        self.looks.load(Ordering::SeqCst)
    }

    /// At that look, counted from now, an hour has passed.
    pub(crate) fn late_at(&self, look: usize) {
        self.late.store(self.looks() + look, Ordering::SeqCst);
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
        if self.looks.fetch_add(1, Ordering::SeqCst) + 1 == self.late.load(Ordering::SeqCst) {
            self.advance(Duration::from_secs(3600));
        }
        self.tokio.now() + self.offset()
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + 'static>> {
        self.tokio.sleep(duration)
    }
}
