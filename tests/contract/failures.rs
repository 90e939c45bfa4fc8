//! Failures, panics and timeouts: when there is no bundle, and when there is a partial one (G12, G13, G23).

use std::time::Duration;

use wayleave::{
    prelude::{Payload, PlanError, ReadError},
    resource::{CallerErrorCode, IssueCode, PlanFault, ReadFailureKind as Kind},
};

use crate::harness::{
    Answer, Ask, KEY, Read, Reply, Setup, causes, delivered, failed, issues, limits, run, text,
};

const GOOD: &str = "asset://item/good";
const BAD: &str = "asset://item/bad";

fn reserved() -> Read {
    let meta = serde_json::Map::from_iter([(KEY.to_owned(), serde_json::json!({}))]);
    Reply::Give(Ok(Payload::text("").with_meta(meta)))
}

/// What a reader does, and the code it is to have.
type Case = (&'static str, fn() -> Read, IssueCode);

const BODIES: [Case; 9] = [
    ("fails", failed, IssueCode::ReadFailed),
    ("panics at once", || Reply::PanicAtOnce, IssueCode::ReadFailed),
    ("panics", || Reply::Panic, IssueCode::ReadFailed),
    ("panics when dropped", || Reply::PanicOnDrop(Ok(Payload::text("x"))), IssueCode::ReadFailed),
    ("never ends", || Reply::Hang, IssueCode::Timeout),
    ("uses the reserved key", reserved, IssueCode::InvalidContent),
    (
        "says its content is invalid",
        || Reply::Give(Err(ReadError::invalid_content("x"))),
        IssueCode::InvalidContent,
    ),
    ("is not given the content", || Reply::Give(Err(ReadError::unavailable())), IssueCode::Unavailable),
    ("is too large", || Reply::Give(Err(ReadError::too_large(Some(u64::MAX)))), IssueCode::BudgetExceeded),
];

/// G13: what one reader does costs its item alone, and the items behind it are read all the same.
#[test]
fn a_failed_item_leaves_a_partial_bundle() {
    for (name, body, code) in BODIES {
        for items in [[GOOD, BAD], [BAD, GOOD]] {
            let world = Setup::set(&items, move |uri| if uri == BAD { body() } else { text("good") }).build();
            let bundle = world.read_slowly("asset://set").unwrap();
            assert!(bundle.is_partial(), "{name}");
            assert_eq!(delivered(&bundle), [GOOD], "{name}");
            assert_eq!(issues(&bundle), [(code, Some(BAD))], "{name}");
        }
    }
}

/// G12, G13: with no sibling that survives there is no bundle, and the caller is not told why.
#[test]
fn a_failed_item_alone_fails_the_read() {
    for (name, body, _) in BODIES {
        let world = Setup::set(&[BAD], move |_| body()).build();
        let failure = world.read_slowly("asset://set").expect_err(name);
        assert_eq!(*failure.kind(), Kind::NothingDelivered, "{name}");
        assert_eq!(failure.to_caller().code(), CallerErrorCode::Internal, "{name}");
    }
}

/// G12: nothing left, one item hidden and one failed: the failure counts.
#[test]
fn a_hidden_sibling_does_not_survive() {
    let world = Setup::set(&[GOOD, BAD], |uri| if uri == BAD { failed() } else { text("good") })
        .answers(Ask::See, GOOD, [Answer::Yes, Answer::Hidden])
        .build();
    assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::NothingDelivered);
}

/// G5, G12: an empty plan, and one whose items are all hidden, are complete.
#[test]
fn an_empty_selection_is_complete() {
    let hidden = Setup::set(&[GOOD, BAD], |_| text("")).answer(Ask::See, GOOD, Answer::Hidden).answers(
        Ask::See,
        BAD,
        [Answer::Yes, Answer::Hidden],
    );
    for world in [Setup::set(&[], |_| text("")).build(), hidden.build()] {
        let bundle = world.read("asset://set").unwrap();
        assert!(!bundle.is_partial());
        assert!(bundle.items().is_empty() && bundle.issues().is_empty());
    }
}

/// G13: a panic in any callback of the policy, of whatever kind and in either phase, fails the read.
#[test]
fn a_panic_in_the_policy_fails_the_read() {
    let asks = [
        (Ask::Discover, "set"),
        (Ask::See, "asset://set"),
        (Ask::Read, "asset://set"),
        (Ask::See, BAD),
        (Ask::Read, BAD),
    ];
    for (ask, key) in asks {
        for panic in [Answer::PanicAtOnce, Answer::Panic, Answer::PanicOnDrop] {
            for script in [[panic; 2], [Answer::Yes, panic]] {
                let world = Setup::set(&[GOOD, BAD], |uri| text(uri)).answers(ask, key, script).build();
                let failure = world.read("asset://set").unwrap_err();
                assert_eq!(*failure.kind(), Kind::Panicked, "{ask:?} {key} {script:?}");
                assert_eq!(failure.to_caller().code(), CallerErrorCode::Internal);
            }
        }
    }
}

/// G13: so does a panic of the resolver.
#[test]
fn a_panic_in_the_resolver_fails_the_read() {
    let replies: [fn() -> crate::harness::Plan; 3] =
        [|| Reply::PanicAtOnce, || Reply::Panic, || Reply::PanicOnDrop(wayleave::prelude::ReadPlan::of([]))];
    for reply in replies {
        let world =
            Setup::new().bind("set", "asset://set", |scripted| scripted.plan(move |_| reply())).build();
        assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::Panicked);
    }
}

/// G13: so does a callback that has not ended in its time and panics when it is dropped for that.
#[test]
fn a_panic_of_a_late_callback_is_contained() {
    let world =
        Setup::set(&[GOOD, BAD], |uri| if uri == BAD { Reply::HangAndPanicOnDrop } else { text(uri) })
            .build();
    let bundle = world.read_slowly("asset://set").unwrap();
    assert_eq!(delivered(&bundle), [GOOD]);
    assert!(matches!(issues(&bundle)[..], [(IssueCode::Timeout | IssueCode::ReadFailed, Some(BAD))]));

    let world = Setup::new()
        .bind("set", "asset://set", |scripted| scripted.plan(|_| Reply::HangAndPanicOnDrop))
        .build();
    let failure = world.read_slowly("asset://set").unwrap_err();
    assert!(matches!(failure.kind(), Kind::ResolveTimeout | Kind::Panicked));
}

/// G3, G13: a gateway lives on after panics.
#[test]
fn a_gateway_survives_panics() {
    let world = Setup::set(&[GOOD, BAD], |uri| if uri == BAD { Reply::Panic } else { text(uri) })
        .answer(Ask::Discover, "set", Answer::Panic)
        .build();
    world.read("asset://set").unwrap_err();
    world.policy.answer(Ask::Discover, "set", [Answer::Yes; 2]);
    for _ in 0..2 {
        assert_eq!(delivered(&world.read("asset://set").unwrap()), [GOOD]);
    }
}

/// G13: an invalid plan, and a resolver that fails, fail the read.
#[test]
fn no_plan_is_no_bundle() {
    let world = Setup::set(&[GOOD, GOOD], |_| text("")).build();
    assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::InvalidPlan(PlanFault::DuplicateItem));

    let world = Setup::new()
        .bind("set", "asset://set", |scripted| scripted.plans(|| Err(PlanError::failed("private"))))
        .build();
    let failure = world.read("asset://set").unwrap_err();
    assert_eq!(*failure.kind(), Kind::ResolveFailed);
    assert_eq!(failure.to_caller().code(), CallerErrorCode::Internal);
    assert!(!causes(&failure).is_empty(), "the host is told the cause");
}

/// G13: a policy or a resolver that takes longer than its time fails the read, in either phase.
#[test]
fn timeouts_of_policy_and_resolver() {
    let asks = [
        (Ask::Discover, "set"),
        (Ask::See, "asset://set"),
        (Ask::Read, "asset://set"),
        (Ask::See, BAD),
        (Ask::Read, BAD),
    ];
    for (ask, key) in asks {
        for script in [[Answer::Hang; 2], [Answer::Yes, Answer::Hang]] {
            let world = Setup::set(&[GOOD, BAD], |uri| text(uri)).answers(ask, key, script).build();
            let failure = world.read_slowly("asset://set").unwrap_err();
            assert_eq!(*failure.kind(), Kind::PolicyTimeout, "{ask:?} {key}");
            assert_eq!(failure.to_caller().code(), CallerErrorCode::Internal);
            assert_eq!(world.now(), Duration::from_secs(5), "the limit's default");
        }
    }
    let world = Setup::new().bind("set", "asset://set", |scripted| scripted.plan(|_| Reply::Hang)).build();
    assert_eq!(*world.read_slowly("asset://set").unwrap_err().kind(), Kind::ResolveTimeout);
    assert_eq!(world.now(), Duration::from_secs(5), "the limit's default");
}

/// G13: each timeout is its own limit.
#[test]
fn each_timeout_has_its_limit() {
    let short = |change: fn(&mut wayleave::Limits)| {
        Setup::set(&[GOOD, BAD], |uri| if uri == BAD { Reply::Hang } else { text(uri) })
            .limits(limits(change))
    };

    let world = short(|limits| limits.item_timeout = Duration::from_secs(3)).build();
    assert_eq!(issues(&world.read_slowly("asset://set").unwrap()), [(IssueCode::Timeout, Some(BAD))]);
    assert_eq!(world.now(), Duration::from_secs(3));

    let world = short(|limits| limits.policy_timeout = Duration::from_secs(2))
        .answer(Ask::Discover, "set", Answer::Hang)
        .build();
    assert_eq!(*world.read_slowly("asset://set").unwrap_err().kind(), Kind::PolicyTimeout);
    assert_eq!(world.now(), Duration::from_secs(2));
}

/// G13, G23: the whole read's deadline ends an item that has time left, and then there is no bundle.
#[test]
fn the_deadline_leaves_no_bundle() {
    let items = [GOOD, "asset://item/b", "asset://item/c", "asset://item/d"];
    let world = Setup::set(&items, |uri| if uri == GOOD { text(uri) } else { Reply::Hang }).build();
    let failure = world.read_slowly("asset://set").unwrap_err();
    assert_eq!(*failure.kind(), Kind::ReadTimeout);
    assert_eq!(failure.to_caller().code(), CallerErrorCode::Internal);
    assert_eq!(
        world.now(),
        Duration::from_secs(30),
        "the limit's default, and not three times ten seconds more"
    );
}

/// G13, G23: it also ends a read whose callbacks block, wherever they do, and nothing is called after it.
#[test]
fn a_blocking_callback_cannot_outlast_the_deadline() {
    let late = Duration::from_secs(31);
    let setup = Setup::new();
    let clock = setup.clock();
    let world = setup
        .bundle("set", "asset://set", &[GOOD, BAD], move |uri| {
            clock.advance(late);
            text(uri)
        })
        .build();
    assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::ReadTimeout);
    assert_eq!(*world.log.entries().last().unwrap(), format!("body set {GOOD}"));

    for phase in 1..=2 {
        let world = Setup::set(&[GOOD], |uri| text(uri)).build();
        let clock = world.clock.clone();
        world.policy.hook(move |now, ask, key| {
            if now == phase && ask == Ask::Read && key == GOOD {
                clock.advance(late);
            }
        });
        assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::ReadTimeout, "phase {phase}");
        assert_eq!(*world.log.entries().last().unwrap(), format!("{phase} may-read {GOOD}"));
    }
}

/// G23: time that went by before a read, or between two, counts for neither.
#[test]
fn a_deadline_belongs_to_one_read() {
    let world = Setup::set(&[GOOD, BAD], |uri| if uri == BAD { Reply::Hang } else { text(uri) }).build();
    for _ in 0..5 {
        assert_eq!(issues(&world.read_slowly("asset://set").unwrap()), [(IssueCode::Timeout, Some(BAD))]);
        world.clock.advance(Duration::from_secs(100));
    }
}

/// G13, G16: a partial bundle whose warning can have no identity is none; a complete one needs none.
#[test]
fn no_randomness_is_no_warning() {
    let partial =
        Setup::set(&[GOOD, BAD], |uri| if uri == BAD { failed() } else { text(uri) }).no_randomness().build();
    assert_eq!(*partial.read("asset://set").unwrap_err().kind(), Kind::NoRandomness);
    let complete = Setup::set(&[GOOD], |uri| text(uri)).no_randomness().build();
    complete.read("asset://set").unwrap();
}

/// G3: reads run beside each other; one that hangs holds up no other.
#[test]
fn reads_run_beside_each_other() {
    let world = Setup::new()
        .leaf("slow", "asset://slow", |_| Reply::Hang)
        .leaf("quick", "asset://quick", |_| text("quick"))
        .build();
    let mut slow = Box::pin(world.gateway.read(&crate::harness::ANN, "asset://slow"));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(slow.as_mut().poll(&mut context).is_pending());
    world.policy.begin();
    run(world.gateway.read(&crate::harness::ANN, "asset://quick")).unwrap();
    assert!(slow.as_mut().poll(&mut context).is_pending());
}

/// G13, G30: a binding that cannot even say whether it is a bundle fails the read or the build, and no more.
#[test]
fn a_panic_about_bundles_is_contained() {
    let setup = || {
        Setup::set(&["asset://leaf"], |uri| text(uri))
            .bind("leaf", "asset://leaf", |scripted| scripted.unsure_whether_bundle())
            .build()
    };
    // Refusing the binding, even by its own panic, is as good: then there is no server to bring down.
    if let Ok(world) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(setup)) {
        assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::Panicked);
    }
}

/// G23: a callback's time begins when it is called: what its first poll takes is taken off.
#[test]
fn the_first_poll_counts() {
    let setup = Setup::new().limits(limits(|limits| limits.item_timeout = Duration::from_secs(10)));
    let clock = setup.clock();
    let world = setup
        .leaf("a", "asset://a", move |_| {
            clock.advance(Duration::from_secs(7));
            Reply::Hang
        })
        .build();
    assert!(world.read_slowly("asset://a").is_err());
    assert_eq!(world.now(), Duration::from_secs(10));
}
