//! No panic of what a callback gave leaves the gateway, wherever the gateway lets go of it (G13).

use std::{
    error::Error,
    fmt,
    future::Future,
    task::{Context, Waker},
};

use wayleave::{
    Bytes,
    prelude::{Payload, ReadError},
    resource::ReadFailureKind as Kind,
};

use crate::harness::{ANN, Answer, Ask, PANIC, Reply, Setup, limits, run, text};

const ITEMS: [&str; 2] = ["asset://item/a", "asset://item/b"];

/// It panics when it is dropped.
struct Bomb([u8; 8]);

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("{PANIC}")
    }
}

impl AsRef<[u8]> for Bomb {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bomb")
    }
}

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bomb")
    }
}

impl Error for Bomb {}

fn bomb() -> Payload {
    Payload::bytes(Bytes::from_owner(Bomb([0; 8])))
}

/// G13: a body that is refused, one that is taken out at the end, and a cause that nobody wants.
#[test]
fn what_is_let_go_of_may_panic() {
    let small = |limits: &mut wayleave::Limits| limits.max_item_payload = 4;
    let refused = Setup::set(&ITEMS, |uri| if uri == ITEMS[0] { Reply::Give(Ok(bomb())) } else { text("b") });
    let refused = refused.limits(limits(small)).build();
    let hidden = Setup::set(&ITEMS, |uri| if uri == ITEMS[0] { Reply::Give(Ok(bomb())) } else { text("b") })
        .answers(Ask::See, ITEMS[0], [Answer::Yes, Answer::Hidden])
        .build();
    let cause = Setup::set(&ITEMS, |uri| {
        if uri == ITEMS[0] { Reply::Give(Err(ReadError::failed(Bomb([0; 8])))) } else { text("b") }
    });
    for (name, world) in [("refused", refused), ("hidden", hidden), ("cause", cause.build())] {
        let failure = world.read("asset://set").expect_err(name);
        assert_eq!(*failure.kind(), Kind::Panicked, "{name}");
        assert!(!format!("{failure:?} {failure} {}", failure.to_caller()).contains(PANIC), "{name}");
    }
}

/// G3, G13: a host that drops a read, and may be unwinding already, meets no panic of the callback under way, nor of
/// a body that was read before.
#[test]
fn a_dropped_read_does_not_panic() {
    let hung = Setup::set(&ITEMS, |_| Reply::HangAndPanicOnDrop).build();
    let body =
        Setup::set(&ITEMS, |uri| if uri == ITEMS[0] { Reply::Give(Ok(bomb())) } else { Reply::Hang }).build();
    for world in [hung, body] {
        world.begin();
        let mut read = Box::pin(world.gateway.read(&ANN, "asset://set"));
        assert!(read.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(read);
        assert_eq!(world.log.of("dropped").len(), 1, "the callback under way is dropped all the same");
    }
}

/// G13: a scope key that panics ends a listing with a failure, and the gateway goes on.
#[test]
fn the_gateway_goes_on() {
    let world = Setup::set(&ITEMS, |uri| text(uri)).build();
    world.policy.scope(None);
    assert!(run(world.gateway.list(&ANN, wayleave::resource::Listing::Resources, None)).is_err());
    world.policy.scope(Some("scope"));
    assert!(run(world.gateway.list(&ANN, wayleave::resource::Listing::Resources, None)).is_ok());
}
