//! The order of a read (G8).

use wayleave::prelude::{ReadPlan, Target};

use crate::harness::{Answer, Ask, Setup, failed, run, target, text, uri};

const ITEMS: [&str; 3] = ["asset://item/a", "asset://item/b", "asset://item/c"];

/// G8: a plan of one item that is the requested target: each identity once for each question in each phase.
#[test]
fn a_single_item() {
    let world = Setup::new().bind("one", "asset://one", |scripted| scripted).build();
    world.read("asset://one").unwrap();
    assert_eq!(
        world.log.entries(),
        [
            "1 discover one",
            "resolve one asset://one",
            "1 see asset://one",
            "1 may-read asset://one",
            "body one asset://one",
            "2 discover one",
            "2 see asset://one",
            "2 may-read asset://one",
        ]
    );
}

/// G8: the order of a bundle's read. The items of a phase may be asked for in any order among themselves,
/// each for its visibility first; bodies come in plan order, after every question of the first phase.
#[test]
fn a_bundle() {
    let world = Setup::set(&ITEMS, |uri| text(uri)).build();
    world.read("asset://set").unwrap();
    let log = world.log.entries();
    let head = ["1 discover set", "resolve set asset://set", "1 see asset://set", "1 may-read asset://set"];
    assert_eq!(log[..4], head);
    asks_every_item(&log[4..10], 1);
    assert_eq!(log[10..13], ITEMS.map(|uri| format!("body set {uri}")));
    assert_eq!(log[13..16], ["2 discover set", "2 see asset://set", "2 may-read asset://set"]);
    asks_every_item(&log[16..], 2);
}

fn asks_every_item(log: &[String], phase: usize) {
    let place =
        |call: String| log.iter().position(|entry| *entry == call).unwrap_or_else(|| panic!("no {call}"));
    for uri in ITEMS {
        assert!(place(format!("{phase} see {uri}")) < place(format!("{phase} may-read {uri}")));
    }
    assert_eq!(log.len(), 2 * ITEMS.len(), "each once: {log:?}");
}

/// G8, G11: the final phase asks for everything again, whatever the first one said and whatever became of it.
#[test]
fn everything_is_asked_again() {
    let world = Setup::set(&ITEMS, |uri| if uri.ends_with('c') { failed() } else { text(uri) })
        .answers(Ask::See, ITEMS[0], [Answer::Hidden, Answer::Yes])
        .answers(Ask::Read, ITEMS[1], [Answer::Deny, Answer::Yes])
        .build();
    let _ = world.read("asset://set");
    let last = world.log.of("2 ");
    for uri in ITEMS {
        assert!(last.contains(&format!("2 see {uri}")), "{last:?}");
        assert!(last.contains(&format!("2 may-read {uri}")), "{last:?}");
    }
}

/// G8: what is hidden or denied is not read.
#[test]
fn only_authorised_items_are_read() {
    let world = Setup::set(&ITEMS, |uri| text(uri))
        .answer(Ask::See, ITEMS[0], Answer::Hidden)
        .answer(Ask::Read, ITEMS[1], Answer::Deny)
        .build();
    world.read("asset://set").unwrap();
    assert_eq!(world.log.of("body"), ["body set asset://item/c"]);
}

/// G8: each step that fails is the last one, and nothing after it is called.
#[test]
fn a_failed_step_is_the_last() {
    let steps = [
        (Ask::Discover, "set", Answer::Deny, "1 discover set"),
        (Ask::See, "asset://set", Answer::Hidden, "1 see asset://set"),
        (Ask::Read, "asset://set", Answer::Deny, "1 may-read asset://set"),
        (Ask::Read, ITEMS[0], Answer::Fail, "1 may-read asset://item/a"),
        (Ask::See, ITEMS[2], Answer::Fail, "1 see asset://item/c"),
        (Ask::Read, ITEMS[2], Answer::Panic, "1 may-read asset://item/c"),
    ];
    for (ask, key, answer, last) in steps {
        let world = Setup::set(&ITEMS, |uri| text(uri)).answer(ask, key, answer).build();
        world.read("asset://set").unwrap_err();
        assert_eq!(world.log.of(last), [last], "{ask:?} {key}");
        assert_eq!(world.log.entries().last().unwrap(), last, "{ask:?} {key}");
        assert!(world.log.of("body").is_empty(), "no body before all authorisation");
    }
}

/// G8: an invalid URI, and one that nothing answers for, reach no callback at all.
#[test]
fn an_unselected_uri_reaches_no_callback() {
    let world = Setup::set(&ITEMS, |uri| text(uri)).build();
    for uri in
        ["", "set", "asset://set/", "asset://se%74", "asset://a@set", "mcp-warning://read/0", "ASSET://set"]
    {
        world.read(uri).unwrap_err();
        assert!(world.log.entries().is_empty(), "{uri}");
    }
}

/// G5, G8: the plan is validated before anyone is asked about a target.
#[test]
fn an_invalid_plan_asks_for_nothing() {
    let world = Setup::new()
        .bind("set", "asset://set", |scripted| {
            scripted.plans(|| Ok(ReadPlan::single(Target::new(uri("mcp-warning://read/0")))))
        })
        .build();
    world.read("asset://set").unwrap_err();
    assert_eq!(world.log.entries(), ["1 discover set", "resolve set asset://set"]);
}

/// G5, G8: an item that equals the requested target is asked for once in a phase, private data included.
#[test]
fn one_identity_is_asked_for_once() {
    let world = Setup::new()
        .bind("set", "asset://set", |scripted| {
            scripted.bundle().plans(|| {
                let plan = ReadPlan::of([target("asset://set"), target(ITEMS[0])])?;
                Ok(plan.requested(target("asset://set")))
            })
        })
        .build();
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(bundle.items().len(), 2);
    for call in ["see asset://set", "may-read asset://set"] {
        for phase in 1..=2 {
            assert_eq!(world.log.of(&format!("{phase} {call}")).len(), 1, "{:?}", world.log.entries());
        }
    }
}

/// G8: nothing that one read was told is used in the next.
#[test]
fn reads_share_no_answers() {
    let world = Setup::set(&ITEMS, |uri| text(uri)).build();
    world.read("asset://set").unwrap();
    let first = world.log.entries();
    world.read("asset://set").unwrap();
    assert_eq!(world.log.entries(), first);
}

/// G1, G3: a read needs no run time, and its future can move between threads.
#[test]
fn a_read_is_a_plain_future() {
    fn moves<T: Send>(value: T) -> T {
        value
    }
    let world = Setup::set(&ITEMS, |uri| text(uri)).build();
    world.begin();
    let bundle = run(moves(world.gateway.read(&crate::harness::ANN, "asset://set"))).unwrap();
    assert!(!bundle.is_partial());
}
