//! Hidden items, and the final answer (G10, G11).

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use wayleave::{
    Bundle,
    model::Limits,
    prelude::ReadFailure,
    resource::{IssueCode, ReadFailureKind as Kind},
};

use crate::harness::{
    Answer, Ask, Log, Script, Setup, World, delivered, failed, issues, limits, rendered, text,
};

const SIBLING: &str = "asset://item/sibling";
const ITEM: &str = "asset://item/judged";

/// What one phase says of the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Hidden,
    Denied,
    Allowed,
}

const VERDICTS: [Verdict; 3] = [Verdict::Hidden, Verdict::Denied, Verdict::Allowed];

/// What the item's reader does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    Good,
    Failed,
    TooLarge,
}

struct Case {
    first: Verdict,
    body: Body,
    last: Verdict,
    disclosed: bool,
}

impl Case {
    fn all() -> Vec<Self> {
        let mut cases = Vec::new();
        for first in VERDICTS {
            for body in [Body::Good, Body::Failed, Body::TooLarge] {
                for last in VERDICTS {
                    for disclosed in [false, true] {
                        cases.push(Self { first, body, last, disclosed });
                    }
                }
            }
        }
        cases
    }

    fn world(&self, items: &[&str]) -> World {
        // Disclosure of the first phase is the opposite, so that a stale answer would show.
        let see = |verdict, disclosed| match (verdict, disclosed) {
            (Verdict::Hidden, _) => Answer::Hidden,
            (_, true) => Answer::Yes,
            (_, false) => Answer::Visible,
        };
        let read = |verdict| if verdict == Verdict::Denied { Answer::Deny } else { Answer::Yes };
        let body = self.body;
        Setup::set(items, move |uri| match body {
            _ if uri == SIBLING => text("sibling"),
            Body::Good => text("judged"),
            Body::Failed => failed(),
            Body::TooLarge => text("x".repeat(101)),
        })
        .limits(limits(|limits| limits.max_item_payload = 100))
        .answers(Ask::See, ITEM, [see(self.first, !self.disclosed), see(self.last, self.disclosed)])
        .answers(Ask::Read, ITEM, [read(self.first), read(self.last)])
        .build()
    }

    /// The item's issue by the rules, or nothing where it is hidden or delivered.
    fn issue(&self) -> Option<(IssueCode, Option<&'static str>)> {
        let code = match (self.first, self.body, self.last) {
            (_, _, Verdict::Hidden) | (Verdict::Allowed, Body::Good, Verdict::Allowed) => return None,
            (Verdict::Allowed, Body::Failed, Verdict::Allowed) => IssueCode::ReadFailed,
            (Verdict::Allowed, Body::TooLarge, Verdict::Allowed) => IssueCode::BudgetExceeded,
            _ => IssueCode::Unavailable,
        };
        Some((code, self.disclosed.then_some(ITEM)))
    }

    fn is_delivered(&self) -> bool {
        self.issue().is_none() && self.last == Verdict::Allowed
    }

    fn name(&self) -> String {
        format!("{:?}, {:?}, {:?}, disclosed: {}", self.first, self.body, self.last, self.disclosed)
    }
}

/// G10, G11: the whole table, with a sibling that survives.
#[test]
fn the_final_answer_decides() {
    for case in Case::all() {
        for items in [[SIBLING, ITEM], [ITEM, SIBLING]] {
            let world = case.world(&items);
            let outcome = world.read("asset://set");
            let all = rendered(&outcome);
            let bundle = outcome.unwrap();
            let name = case.name();
            assert_eq!(issues(&bundle), Vec::from_iter(case.issue()), "{name}");
            assert_eq!(bundle.issues_omitted(), 0, "{name}");
            assert_eq!(bundle.is_partial(), case.issue().is_some(), "{name}");
            let expected: Vec<_> =
                items.into_iter().filter(|&uri| uri == SIBLING || case.is_delivered()).collect();
            assert_eq!(delivered(&bundle), expected, "{name}");
            let named = case.is_delivered() || case.issue().is_some_and(|(_, uri)| uri.is_some());
            assert_eq!(all.contains(ITEM), named, "{name}: {all}");
            let read = !world.log.of(&format!("body set {ITEM}")).is_empty();
            assert_eq!(read, case.first == Verdict::Allowed, "{name}");
        }
    }
}

/// G10: a hidden item leaves a bundle that is, byte for byte, the one without it.
#[test]
fn a_hidden_item_leaves_no_trace() {
    let without = rendered(&case_without());
    for case in Case::all().into_iter().filter(|case| case.last == Verdict::Hidden) {
        let world = case.world(&[SIBLING, ITEM]);
        assert_eq!(rendered(&world.read("asset://set")), without, "{}", case.name());
    }
}

fn case_without() -> Result<Bundle, ReadFailure> {
    Setup::set(&[SIBLING], |_| text("sibling")).build().read("asset://set")
}

/// G10 to G12: the same table with the item alone.
#[test]
fn the_final_answer_decides_alone() {
    for case in Case::all() {
        let name = case.name();
        let outcome = case.world(&[ITEM]).read("asset://set");
        let all = rendered(&outcome);
        match outcome {
            Ok(bundle) => {
                assert!(case.issue().is_none() && !bundle.is_partial(), "{name}");
                assert_eq!(delivered(&bundle), Vec::from_iter(case.is_delivered().then_some(ITEM)), "{name}");
            }
            Err(failure) => {
                assert!(case.issue().is_some(), "{name}");
                assert_eq!(*failure.kind(), Kind::NothingDelivered, "{name}");
            }
        }
        assert_eq!(all.contains(ITEM), case.is_delivered(), "{name}: {all}");
    }
}

/// G11: the budget code of an item that was never tried gives way to the final answer, too.
#[test]
fn an_unattempted_item_is_judged_at_last() {
    let items = [SIBLING, "asset://item/b", "asset://item/c", "asset://item/d"];
    let world = Setup::set(&items, |uri| text(uri))
        .limits(limits(|limits| limits.max_items = 1))
        .answers(Ask::Read, items[1], [Answer::Yes, Answer::Deny])
        .answers(Ask::See, items[2], [Answer::Yes, Answer::Hidden])
        .build();
    let bundle = world.read("asset://set").unwrap();
    let expected = [(IssueCode::Unavailable, Some(items[1])), (IssueCode::BudgetExceeded, Some(items[3]))];
    assert_eq!(issues(&bundle), expected);
}

/// G11: space that a removed item leaves is not filled again.
#[test]
fn freed_space_is_not_refilled() {
    let items = [SIBLING, ITEM, "asset://item/c"];
    let world = Setup::set(&items, |uri| text(uri))
        .limits(limits(|limits| limits.max_items = 2))
        .answers(Ask::See, ITEM, [Answer::Yes, Answer::Hidden])
        .build();
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(delivered(&bundle), [SIBLING]);
    assert_eq!(issues(&bundle), [(IssueCode::BudgetExceeded, Some(items[2]))]);
    assert_eq!(world.log.of("body").len(), 2);
}

/// A bundle in whose read, at `moment`, another policy comes into force that denies by `deny`.
fn replaced(moment: Moment, deny: fn(&Script)) -> Result<Bundle, ReadFailure> {
    let gate: Arc<std::sync::OnceLock<World>> = Arc::default();
    let calls = Arc::new(AtomicUsize::new(0));
    let replace = {
        let gate = Arc::clone(&gate);
        move || {
            if calls.fetch_add(1, Ordering::Relaxed) == 0 {
                let next = Script::new(Log::default());
                deny(&next);
                gate.get().unwrap().gateway.replace_policy(next).unwrap();
            }
        }
    };
    let replace = Arc::new(replace);
    let in_body = Arc::clone(&replace);
    let world = Setup::set(&[SIBLING, ITEM], move |uri| {
        if moment == Moment::Body {
            in_body();
        }
        text(uri)
    })
    .build();
    world.policy.hook(move |phase, ask, key| {
        let now = match moment {
            Moment::Body => false,
            Moment::First => phase == 1 && ask == Ask::Read && key == ITEM,
            Moment::Last => phase == 2 && ask == Ask::Read && key == ITEM,
        };
        if now {
            replace();
        }
    });
    gate.get_or_init(|| world).read("asset://set")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    First,
    Body,
    Last,
}

/// G11: a read that spans a replaced policy is checked under the one in force, at whatever moment it came.
#[test]
fn a_replaced_policy_is_the_one_that_decides() {
    for moment in [Moment::First, Moment::Body, Moment::Last] {
        let root = replaced(moment, |policy| policy.answer(Ask::Discover, "set", [Answer::Deny; 2]));
        assert!(root.is_err(), "{moment:?}: the new policy denies the definition");

        let same = replaced(moment, |_| ()).unwrap();
        assert_eq!(delivered(&same), [SIBLING, ITEM], "{moment:?}: the new policy allows everything");

        let hidden = replaced(moment, |policy| policy.answer(Ask::See, ITEM, [Answer::Hidden; 2]));
        if let Ok(bundle) = hidden {
            assert_eq!(delivered(&bundle), [SIBLING], "{moment:?}: the new policy hides the item");
            assert!(!bundle.is_partial(), "{moment:?}");
        }
        let revoked = replaced(moment, |policy| policy.answer(Ask::Read, ITEM, [Answer::Deny; 2]));
        if let Ok(bundle) = revoked {
            assert_eq!(issues(&bundle), [(IssueCode::Unavailable, Some(ITEM))], "{moment:?}");
        }
    }
}

/// G11: a policy that is put in force between two reads decides the second, for every clone of the gateway.
#[test]
fn a_replaced_policy_holds_for_clones() {
    let world = Setup::set(&[SIBLING], |uri| text(uri)).build();
    let clone = world.gateway.clone();
    let next = Script::new(Log::default());
    next.answer(Ask::Discover, "set", [Answer::Deny; 2]);
    clone.replace_policy(next).unwrap();
    assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::DiscoverDenied);
    assert!(world.log.entries().is_empty(), "the old policy is asked nothing");
    assert_eq!(*world.gateway.limits(), Limits::default());
}
