//! Dropping a read at every point at which it waits (G3).

use std::{
    future::Future,
    sync::atomic::Ordering,
    task::{Context, Waker},
};

use wayleave::resource::Listing;

use crate::harness::{ANN, Log, Setup, World, failed, text};

/// A bundle whose every callback waits twice before it answers.
fn waiting() -> World {
    let items = ["asset://item/a", "asset://item/b", "asset://notes/n"];
    let world = Setup::set(&items, |uri| if uri == "asset://item/b" { failed() } else { text(uri) })
        .leaf("note", "asset://notes/{name}", |_| text("note"))
        .build();
    world.policy.yields().store(2, Ordering::Relaxed);
    world
}

/// Polls `future` that many times and drops it; says whether it was over by then.
fn poll_and_drop(future: impl Future, polls: usize) -> bool {
    let mut future = Box::pin(future);
    let mut context = Context::from_waker(Waker::noop());
    (0..polls).any(|_| future.as_mut().poll(&mut context).is_ready())
}

/// After the drop the callback under way is dropped, the others are over, and nothing more is called.
fn check(log: &Log, polls: usize) {
    let entries = log.entries();
    let dropped = log.of("dropped");
    match entries.split_last() {
        None => assert_eq!(polls, 0),
        Some((last, calls)) => {
            let under_way = calls.last().unwrap();
            assert_eq!(dropped, [format!("dropped {under_way}")], "{polls} polls: {entries:?}");
            assert_eq!(*last, dropped[0], "nothing is called afterwards");
        }
    }
}

/// G3: dropping a read drops the future of the callback it waits for, and calls nothing afterwards.
#[test]
fn a_dropped_read_drops_its_callback() {
    let world = waiting();
    let mut polls = 0;
    loop {
        world.begin();
        if poll_and_drop(world.gateway.read(&ANN, "asset://set"), polls) {
            break;
        }
        check(&world.log, polls);
        polls += 1;
    }
    // Of callbacks there are: the discovery of two definitions, and two questions about the requested target
    // and about each of three items, in two phases; one plan; three bodies.
    assert_eq!(polls, 2 * (2 * (2 + 2 + 6) + 1 + 3) + 1, "every wait was a place to stop");
    assert!(world.log.of("dropped").is_empty(), "a read that ends drops nothing early");
}

/// G3: the same of a listing.
#[test]
fn a_dropped_listing_drops_its_callback() {
    let world = waiting();
    let mut polls = 0;
    loop {
        world.begin();
        if poll_and_drop(world.gateway.list(&ANN, Listing::Resources, None), polls) {
            break;
        }
        check(&world.log, polls);
        polls += 1;
    }
    assert_eq!(polls, 2 + 1);
}

/// G3: a read that was dropped leaves nothing behind for the next one.
#[test]
fn a_gateway_survives_dropped_reads() {
    let world = waiting();
    for polls in 0..20 {
        world.begin();
        poll_and_drop(world.gateway.read(&ANN, "asset://set"), polls);
    }
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(bundle.items().len(), 3);
}

/// G3: an item's timeout drops its reader's future before the next body is read.
#[test]
fn a_timeout_drops_the_callback() {
    let items = ["asset://item/a", "asset://item/b"];
    let world =
        Setup::set(
            &items,
            |uri| if uri == "asset://item/a" { crate::harness::Reply::Hang } else { text(uri) },
        )
        .build();
    world.read_slowly("asset://set").unwrap();
    let log = world.log.entries();
    let place = |call: &str| log.iter().position(|entry| entry == call).unwrap();
    assert_eq!(place("dropped body set asset://item/a") + 1, place("body set asset://item/b"));
}
