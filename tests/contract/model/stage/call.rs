//! One call of a callback: written down, and then doing what the case says.

use std::{
    future::{Future, pending, poll_fn},
    panic::resume_unwind,
    pin::Pin,
    sync::{Arc, atomic::Ordering},
    task::{Context, Poll},
    time::Duration,
};

use wayleave::clock::Clock;

use super::Stage;
use crate::{
    harness::PANIC,
    model::case::{Act, Identity, Manner},
};

impl Stage {
    /// The future of a call, whose answer is made beforehand.
    pub(super) fn call<A, T: Send>(
        self: &Arc<Self>,
        entry: String,
        act: &Act<A>,
        answer: T,
    ) -> impl Future<Output = T> + Send + use<A, T> {
        self.record(entry);
        let Act { manner, yields, .. } = *act;
        if manner == Manner::PanicsAtOnce {
            panic();
        }
        let bomb = matches!(manner, Manner::PanicsWhenDropped | Manner::HangsAndPanicsWhenDropped);
        let alive = Alive::new(self, bomb);
        let events = self.events.clone();
        let future = async move {
            for _ in 0..yields {
                yield_once().await;
            }
            match manner {
                Manner::Waits(time) => events.sleep(Duration::from_millis(time)).await,
                Manner::Blocks(time) => events.advance(Duration::from_millis(time)),
                Manner::Hangs | Manner::HangsAndPanicsWhenDropped => pending().await,
                Manner::Panics => panic(),
                Manner::Answers | Manner::PanicsAtOnce | Manner::PanicsWhenDropped => {}
            }
            answer
        };
        Called { future: Box::pin(future), _alive: alive }
    }
}

/// A panic that is not printed: thousands are.
fn panic() -> ! {
    resume_unwind(Box::new(PANIC))
}

struct Called<F> {
    future: Pin<Box<F>>,
    _alive: Alive,
}

impl<F: Future> Future for Called<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        self.future.as_mut().poll(context)
    }
}

/// Counted among the living until it is dropped, and panicking then if it is a bomb.
struct Alive {
    stage: Arc<Stage>,
    bomb: bool,
}

impl Alive {
    fn new(stage: &Arc<Stage>, bomb: bool) -> Self {
        stage.alive.fetch_add(1, Ordering::Relaxed);
        Self { stage: Arc::clone(stage), bomb }
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.stage.alive.fetch_sub(1, Ordering::Relaxed);
        if self.bomb && !std::thread::panicking() {
            panic();
        }
    }
}

async fn yield_once() {
    let mut yielded = false;
    poll_fn(|context| {
        context.waker().wake_by_ref();
        if std::mem::replace(&mut yielded, true) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// How a call names a target: all of its identity.
pub(super) fn named(target: &wayleave::prelude::Target) -> String {
    let grant = target.authorization().map_or(0, |grant| grant.to_string().len());
    format!("{}|{}|{grant}", target.uri(), target.representation())
}

/// The target of that identity.
pub(super) fn target(identity: &Identity) -> wayleave::prelude::Target {
    let target = wayleave::prelude::Target::new(crate::harness::uri(&identity.uri))
        .with_representation(identity.representation);
    match &identity.grant {
        Some(grant) => target.with_authorization(grant.clone()),
        None => target,
    }
}
