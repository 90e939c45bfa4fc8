//! Callbacks under a time limit, and with their panics caught (G3, G13, G23).

use std::{
    any::Any,
    error::Error,
    fmt,
    future::poll_fn,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    task::Poll,
    time::Duration,
};

use crate::{BoxFuture, clock::Clock};

/// The moment by which one request must be over (G23).
///
/// An adapter takes it from [`Gateway::start`](super::Gateway::start) as its first act, so that its own work counts too.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    clock: &'a dyn Clock,
    at: Duration,
}

/// Why a callback gave no answer.
#[derive(Debug)]
pub(super) enum Interrupted {
    /// It took longer than its own limit.
    Timeout,
    /// The whole read took too long.
    Deadline,
    /// It panicked.
    Panic(Panic),
}

impl<'a> Deadline<'a> {
    /// A deadline `limit` from now.
    pub(super) fn start(clock: &'a dyn Clock, limit: Duration) -> Self {
        Self { at: clock.now().saturating_add(limit), clock }
    }

    /// The same deadline, or `limit` from now if that is sooner: a caller's own deadline only ever shortens.
    #[must_use]
    pub fn sooner(mut self, limit: Duration) -> Self {
        self.at = self.at.min(self.clock.now().saturating_add(limit));
        self
    }

    /// Whether the moment has come.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.clock.now() >= self.at
    }

    /// Runs `call` until it answers, panics, or has taken `limit`, or the deadline comes.
    ///
    /// A callback that answers at once costs no timer.
    pub(super) fn run<F: Future, C: FnOnce() -> F>(
        self,
        limit: Duration,
        call: C,
    ) -> impl Future<Output = Result<F::Output, Interrupted>> + use<'a, F, C> {
        let start = self.clock.now();
        let left = self.at.saturating_sub(start);
        let called = if left.is_zero() { Err(Interrupted::Deadline) } else { contained(call) };
        async move {
            let mut future = pin!(Some(called?));
            let mut timer: Option<BoxFuture<'static, ()>> = None;
            let answer = poll_fn(|context| {
                match contained(|| future.as_mut().as_pin_mut().map(|future| future.poll(context))) {
                    Err(panic) => Poll::Ready(Err(panic)),
                    Ok(Some(Poll::Ready(answer))) => Poll::Ready(Ok(answer)),
                    Ok(Some(Poll::Pending) | None) => {
                        // What the first poll took counts, too.
                        let timer = timer.get_or_insert_with(|| {
                            let passed = self.clock.now().saturating_sub(start);
                            self.clock.sleep(left.min(limit).saturating_sub(passed))
                        });
                        let late =
                            || if left <= limit { Interrupted::Deadline } else { Interrupted::Timeout };
                        timer.as_mut().poll(context).map(|()| Err(late()))
                    }
                }
            })
            .await;
            // What a callback owns may panic when it is dropped, too.
            if mem::needs_drop::<F>() {
                contained(|| future.set(None))?;
            }
            answer
        }
    }
}

impl fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline").field("at", &self.at).finish_non_exhaustive()
    }
}

/// Polls `work` with its panics caught: what a callback gave may still panic where the gateway drops it, and a clock
/// may panic where it is asked to sleep. `work` that is dropped unfinished keeps its panics inside, too: a host that
/// drops it may be unwinding already.
///
/// It stays where it was pinned, for it is large.
pub(super) async fn without_unwinding<F: Future>(
    work: Pin<&mut Option<F>>,
) -> Result<F::Output, Interrupted> {
    let mut held = Held(work);
    poll_fn(|context| {
        let polled = contained(|| held.0.as_mut().as_pin_mut().map(|work| work.poll(context)));
        match polled {
            Ok(Some(polled)) => polled.map(Ok),
            Ok(None) => Poll::Pending,
            Err(panic) => Poll::Ready(Err(panic)),
        }
    })
    .await
}

/// Work in its place, dropped there with its panics caught.
struct Held<'a, F>(Pin<&'a mut Option<F>>);

impl<F> Drop for Held<'_, F> {
    fn drop(&mut self) {
        let _ = contained(|| self.0.set(None));
    }
}

/// Runs a callback that answers at once, with its panic caught.
pub(super) fn contained<T>(call: impl FnOnce() -> T) -> Result<T, Interrupted> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| Interrupted::Panic(Panic::new(panic)))
}

/// A caught panic, for the host.
#[derive(Debug)]
pub(super) struct Panic(String);

impl Panic {
    fn new(payload: Box<dyn Any + Send>) -> Self {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        // A payload of the application's own type may panic in its turn.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
        Self(text)
    }
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a callback panicked: {}", self.0)
    }
}

impl Error for Panic {}
