//! What a scripted callback does: answer, panic in one of three places, or never end.

use std::{
    future::{Future, pending, poll_fn},
    pin::Pin,
    task::{Context, Poll},
};

use super::{Log, PANIC};

pub(crate) enum Reply<T> {
    Give(T),
    /// Panics before there is a future.
    PanicAtOnce,
    /// Panics when polled.
    Panic,
    /// Answers, and panics when the future is dropped.
    PanicOnDrop(T),
    Hang,
    /// Never ends, and panics when the future is dropped.
    HangAndPanicOnDrop,
}

impl<T> Reply<T> {
    /// The callback's future: pending `yields` times, then doing what the reply says. Its drop before it has
    /// answered is logged.
    pub(crate) fn act(self, call: String, log: Log, yields: usize) -> impl Future<Output = T> + Send
    where
        T: Send,
    {
        if matches!(self, Self::PanicAtOnce) {
            panic!("{PANIC}");
        }
        let bomb = Bomb(matches!(self, Self::PanicOnDrop(_) | Self::HangAndPanicOnDrop));
        let mut ticket = Ticket { call, log, done: self.is_panic() };
        let future = async move {
            let ticket = &mut ticket;
            for _ in 0..yields {
                yield_once().await;
            }
            let answer = match self {
                Self::Give(answer) | Self::PanicOnDrop(answer) => answer,
                Self::Hang | Self::HangAndPanicOnDrop => pending().await,
                Self::Panic | Self::PanicAtOnce => panic!("{PANIC}"),
            };
            ticket.done = true;
            answer
        };
        Act { future: Box::pin(future), _bomb: bomb }
    }

    fn is_panic(&self) -> bool {
        matches!(self, Self::Panic | Self::PanicAtOnce)
    }
}

/// A future with something that is dropped with it, and no sooner.
struct Act<F> {
    future: Pin<Box<F>>,
    _bomb: Bomb,
}

impl<F: Future> Future for Act<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        self.future.as_mut().poll(context)
    }
}

struct Bomb(bool);

impl Drop for Bomb {
    fn drop(&mut self) {
        if self.0 && !std::thread::panicking() {
            panic!("{PANIC}");
        }
    }
}

struct Ticket {
    call: String,
    log: Log,
    done: bool,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.done {
            self.log.push(format!("dropped {}", self.call));
        }
    }
}

async fn yield_once() {
    let mut yielded = false;
    poll_fn(|_| if std::mem::replace(&mut yielded, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}
