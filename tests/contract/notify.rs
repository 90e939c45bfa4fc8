//! Whether an update may be sent (G28).

use crate::harness::{ANN, Answer, Ask, Batch, Setup, World, drive, run, text};

use std::time::Duration;

fn leaf() -> Setup {
    Setup::new().leaf("leaf", "asset://leaf/{id}", |_| text("leaf"))
}

fn may(world: &World, uri: &str) -> bool {
    world.begin();
    run(world.gateway.may_notify(&ANN, uri))
}

/// G28: where *discover* and visibility hold; the permission to read is another matter, and no body is read.
#[test]
fn what_is_seen_may_be_told_of() {
    let world = leaf().answer(Ask::Read, "asset://leaf/1", Answer::Deny).build();
    assert!(may(&world, "asset://leaf/1"));
    assert_eq!(
        world.log.entries(),
        ["1 discover leaf", "resolve leaf asset://leaf/1", "1 see asset://leaf/1"]
    );
}

/// G28: hidden, undiscoverable, unknown, malformed and too long are alike.
#[test]
fn nothing_else_may_be_told_of() {
    assert!(!may(&leaf().answer(Ask::See, "asset://leaf/1", Answer::Hidden).build(), "asset://leaf/1"));
    assert!(!may(&leaf().answer(Ask::Discover, "leaf", Answer::Deny).build(), "asset://leaf/1"));
    let world = leaf().build();
    let long = format!("asset://leaf/{}", "x".repeat(4_000));
    for uri in ["asset://other", "asset://leaf/%2F", "not a uri", "mcp-warning://read/0", "", &long] {
        assert!(!may(&world, uri), "{uri:?}");
    }
}

/// G28: whoever cannot answer says no.
#[test]
fn failures_say_no() {
    for ask in [Ask::Discover, Ask::See] {
        for answer in [Answer::Fail, Answer::Panic, Answer::PanicAtOnce, Answer::Hang] {
            let key = if ask == Ask::Discover { "leaf" } else { "asset://leaf/1" };
            let world = leaf().answer(ask, key, answer).build();
            world.begin();
            let question = world.gateway.may_notify(&ANN, "asset://leaf/1");
            assert!(!drive(question, || world.clock.advance(Duration::from_secs(1))), "{answer:?}");
        }
    }
}

/// G28: a policy that judges whole plans is asked for the visibility of the one target.
#[test]
fn a_judging_policy_is_asked_the_same() {
    let world = leaf().answer(Ask::See, "asset://leaf/1", Answer::Hidden).build();
    world.policy.batch(Batch::On);
    assert!(!may(&world, "asset://leaf/1"));
    assert!(may(&world, "asset://leaf/2"));
}
