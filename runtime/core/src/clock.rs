//! Time, injected (G1): the gateway reads and waits on a [`Clock`] and on nothing else.

use std::time::{Duration, SystemTime};

use crate::BoxFuture;

/// Wall time, monotonic time, and sleep.
pub trait Clock: Send + Sync + 'static {
    /// The wall time: what the expiry of page tokens is counted in.
    fn wall(&self) -> SystemTime;

    /// The monotonic time since a moment of the clock's own: what deadlines are counted in.
    fn now(&self) -> Duration;

    /// Completes when `duration` has passed. It must not depend on being polled before then.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;
}

#[cfg(feature = "tokio")]
pub use self::with_tokio::TokioClock;

#[cfg(feature = "tokio")]
mod with_tokio {
    use std::time::{Duration, SystemTime};

    use super::Clock;
    use crate::BoxFuture;

    /// The clock of the tokio run time that the caller is in; its pause and advance move this clock too.
    #[derive(Clone, Copy, Debug)]
    pub struct TokioClock {
        origin: tokio::time::Instant,
    }

    impl TokioClock {
        /// A clock whose monotonic time begins now.
        #[must_use]
        pub fn new() -> Self {
            Self { origin: tokio::time::Instant::now() }
        }
    }

    impl Default for TokioClock {
        fn default() -> Self {
            Self::new()
        }
    }

    impl Clock for TokioClock {
        fn wall(&self) -> SystemTime {
            SystemTime::now()
        }

        fn now(&self) -> Duration {
            self.origin.elapsed()
        }

        fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
            Box::pin(tokio::time::sleep(duration))
        }
    }
}
