//! A policy that judges a whole plan in one call (G8 to G11, G13, G30).

use wayleave::resource::{IssueCode, ReadFailureKind as Kind};

use crate::harness::{Answer, Ask, Batch, Setup, causes, delivered, issues, text};

const ITEMS: [&str; 3] = ["asset://item/a", "asset://item/b", "asset://item/c"];

fn set() -> Setup {
    Setup::set(&ITEMS, |uri| text(uri))
}

/// G8: one call a phase, of the requested target and then the items, and nothing is asked one by one.
#[test]
fn one_call_a_phase() {
    let world = set().build();
    world.policy.batch(Batch::On);
    assert!(!world.read("asset://set").unwrap().is_partial());
    let judged = |phase| format!("{phase} judge asset://set {}", ITEMS.join(" "));
    let mut expected = vec!["1 discover set".to_owned(), "resolve set asset://set".to_owned(), judged(1)];
    expected.extend(ITEMS.map(|uri| format!("body set {uri}")));
    expected.extend(["2 discover set".to_owned(), judged(2)]);
    assert_eq!(world.log.entries(), expected);
}

/// G8: an item that is the requested target is asked about once.
#[test]
fn one_identity_once() {
    let world = Setup::new().bind("one", "asset://one", |scripted| scripted).build();
    world.policy.batch(Batch::On);
    world.read("asset://one").unwrap();
    assert_eq!(world.log.of("1 judge"), ["1 judge asset://one"]);
    world.policy.batch(Batch::Off);
}

/// G8: a policy that does not judge a plan at first is asked target by target to the end of the read; one that comes
/// after it is asked afresh.
#[test]
fn who_does_not_judge_is_asked_once() {
    let world = set().build();
    world.policy.batch(Batch::Off);
    let policy = world.policy.clone();
    world.policy.hook(move |phase, _, _| policy.batch(if phase > 1 { Batch::On } else { Batch::Off }));
    world.read("asset://set").unwrap();
    assert!(world.log.of("2 judge").is_empty());
    assert_eq!(world.log.of("2 see").len(), 1 + ITEMS.len());

    let other = world.policy.clone();
    let gateway = world.gateway.clone();
    world.policy.hook(move |phase, ask, _| {
        if (phase, ask) == (1, Ask::Read) {
            gateway.replace_policy(other.clone()).unwrap();
            other.batch(Batch::On);
        }
    });
    world.policy.batch(Batch::Off);
    world.read("asset://set").unwrap();
    assert_eq!(world.log.of("2 judge").len(), 1);
}

/// G10, G11: each answer counts as the same answer given alone.
#[test]
fn answers_count_as_those_given_alone() {
    let world = set()
        .answers(Ask::See, ITEMS[0], [Answer::Yes, Answer::Hidden])
        .answers(Ask::Read, ITEMS[1], [Answer::Yes, Answer::Deny])
        .build();
    world.policy.batch(Batch::On);
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(delivered(&bundle), [ITEMS[2]]);
    assert_eq!(issues(&bundle), [(IssueCode::Unavailable, Some(ITEMS[1]))]);
}

/// G9: a requested target that is hidden or denied is not found, and no body is read.
#[test]
fn a_denied_root_is_not_found() {
    for (ask, answer) in [(Ask::See, Answer::Hidden), (Ask::Read, Answer::Deny)] {
        let world = set().answer(ask, "asset://set", answer).build();
        world.policy.batch(Batch::On);
        assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::TargetDenied);
        assert!(world.log.of("body").is_empty());
    }
}

/// G9, G13: a call that fails, denies, hangs, panics or gives another number of answers fails the whole read.
#[test]
fn a_call_without_an_answer_fails_the_read() {
    let cases = [
        (Batch::Call(Answer::Fail), Kind::PolicyFailed),
        (Batch::Call(Answer::Deny), Kind::PolicyFailed),
        (Batch::Call(Answer::Hang), Kind::PolicyTimeout),
        (Batch::Call(Answer::Panic), Kind::Panicked),
        (Batch::Call(Answer::PanicAtOnce), Kind::Panicked),
        (Batch::Call(Answer::PanicOnDrop), Kind::Panicked),
        (Batch::Call(Answer::Yes), Kind::PolicyFailed),
        (Batch::Long, Kind::PolicyFailed),
        (Batch::Short, Kind::PolicyFailed),
    ];
    for (batch, kind) in cases {
        let world = set().build();
        world.policy.batch(batch);
        let failure = world.read_slowly("asset://set").unwrap_err();
        assert_eq!(*failure.kind(), kind, "{batch:?}");
        assert!(world.log.of("body").is_empty(), "{batch:?}");
        if batch == Batch::Call(Answer::Fail) {
            assert!(!causes(&failure).is_empty(), "the host gets the cause");
        }
    }
}

/// G30: an item that another definition serves is hidden unless that one may be discovered, whatever is said of the item.
#[test]
fn foreign_items_must_be_discoverable() {
    for phases in [[Answer::Deny, Answer::Yes], [Answer::Yes, Answer::Deny]] {
        let world = Setup::set(&["asset://leaf", ITEMS[0]], |uri| text(uri))
            .leaf("leaf", "asset://leaf", |_| text("leaf"))
            .answers(Ask::Discover, "leaf", phases)
            .build();
        world.policy.batch(Batch::On);
        let outcome = world.read("asset://set").unwrap();
        assert_eq!(delivered(&outcome), [ITEMS[0]]);
        let late = phases[0] == Answer::Deny;
        assert_eq!(outcome.is_partial(), late, "newly visible is unavailable, newly hidden leaves no trace");
    }
}
