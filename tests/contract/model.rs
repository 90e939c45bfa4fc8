//! Reads of many shapes against a model of the rules that is as plain as they are (G10 to G14, G17, G20).

use wayleave::resource::{IssueCode, ReadFailureKind as Kind};

use crate::harness::{Answer, Ask, Batch, Setup, World, delivered, failed, issues, limits, text};

const ITEMS: [&str; 7] = [
    "asset://item/0",
    "asset://item/1",
    "asset://item/2",
    "asset://item/3",
    "asset://item/4",
    "asset://item/5",
    "asset://item/6",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Hidden,
    Denied,
    Allowed,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    first: Verdict,
    last: Verdict,
    disclosed: bool,
    /// The bytes of its body, or nothing where its reader fails.
    body: Option<usize>,
}

#[derive(Clone, Debug)]
struct Case {
    items: Vec<Item>,
    max_items: usize,
    /// The payload that one item may have.
    item: usize,
    /// The payload that all items may have.
    space: usize,
}

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    /// Mostly allowed, so that reads get far.
    fn verdict(&mut self) -> Verdict {
        [Verdict::Hidden, Verdict::Denied].get(self.below(6)).copied().unwrap_or(Verdict::Allowed)
    }

    fn case(&mut self) -> Case {
        let count = self.below(ITEMS.len() + 1);
        let items = (0..count).map(|_| Item {
            first: self.verdict(),
            last: self.verdict(),
            disclosed: self.below(2) == 0,
            body: (self.below(6) > 0).then(|| self.below(12)),
        });
        let items = items.collect();
        Case { items, max_items: 1 + self.below(7), item: 1 + self.below(14), space: 1 + self.below(24) }
    }
}

type Issue = (IssueCode, Option<&'static str>);

/// What a read comes to.
#[derive(Debug, PartialEq, Eq)]
struct End {
    /// The items delivered and the issues, or nothing where the read fails.
    bundle: Option<(Vec<&'static str>, Vec<Issue>)>,
    /// The items whose readers were called.
    read: Vec<&'static str>,
}

impl Case {
    /// By the rules.
    fn expected(&self) -> End {
        let (mut left, mut places, mut stopped) = (self.space, self.max_items, false);
        let (mut read, mut items, mut issues) = (Vec::new(), Vec::new(), Vec::new());
        for (item, uri) in self.items.iter().zip(ITEMS) {
            let outcome = if item.first != Verdict::Allowed {
                Err(IssueCode::Unavailable)
            } else if stopped || places == 0 {
                Err(IssueCode::BudgetExceeded)
            } else {
                read.push(uri);
                match item.body {
                    None => Err(IssueCode::ReadFailed),
                    Some(bytes) if bytes > self.item || bytes > self.space => Err(IssueCode::BudgetExceeded),
                    Some(bytes) if bytes > left => {
                        stopped = true;
                        Err(IssueCode::BudgetExceeded)
                    }
                    Some(bytes) => {
                        (left, places) = (left - bytes, places - 1);
                        Ok(())
                    }
                }
            };
            let name = item.disclosed.then_some(uri);
            match (item.last, outcome) {
                (Verdict::Hidden, _) => {}
                (Verdict::Denied, _) => issues.push((IssueCode::Unavailable, name)),
                (Verdict::Allowed, Err(code)) => issues.push((code, name)),
                (Verdict::Allowed, Ok(())) => items.push(uri),
            }
        }
        let fails = items.is_empty() && !issues.is_empty();
        End { bundle: (!fails).then_some((items, issues)), read }
    }

    fn world(&self) -> World {
        let bodies: Vec<_> = self.items.iter().map(|item| item.body).collect();
        let setup = Setup::set(&ITEMS[..self.items.len()], move |uri| {
            let place = ITEMS.iter().position(|item| *item == uri).unwrap();
            bodies[place].map_or_else(failed, |bytes| text("x".repeat(bytes)))
        });
        let setup = setup.limits(limits(|limits| {
            (limits.max_items, limits.max_item_payload) = (self.max_items, self.item);
            limits.max_payload = limits.report_payload + self.space;
        }));
        let setup = self.items.iter().zip(ITEMS).fold(setup, |setup, (item, uri)| {
            let see = |verdict, disclosed| match (verdict, disclosed) {
                (Verdict::Hidden, _) => Answer::Hidden,
                (_, true) => Answer::Yes,
                (_, false) => Answer::Visible,
            };
            let read = |verdict| if verdict == Verdict::Denied { Answer::Deny } else { Answer::Yes };
            setup
                .answers(Ask::See, uri, [see(item.first, !item.disclosed), see(item.last, item.disclosed)])
                .answers(Ask::Read, uri, [read(item.first), read(item.last)])
        });
        setup.build()
    }
}

/// G10 to G14, G17, G20: a gateway comes to what the rules say, and reads what they say.
#[test]
fn reads_end_as_the_rules_say() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut partial, mut failures, mut stops) = (0, 0, 0);
    for _ in 0..4_000 {
        let case = numbers.case();
        let expected = case.expected();
        let world = case.world();
        // A policy that judges whole plans comes to the same.
        world.policy.batch(if numbers.below(2) == 0 { Batch::On } else { Batch::Off });
        let outcome = world.read("asset://set");
        let read: Vec<_> = expected.read.iter().map(|uri| format!("body set {uri}")).collect();
        assert_eq!(world.log.of("body"), read, "{case:?}");
        match (&outcome, &expected.bundle) {
            (Ok(bundle), Some((items, missing))) => {
                assert_eq!(delivered(bundle), *items, "{case:?}");
                assert_eq!(issues(bundle), *missing, "{case:?}");
                assert_eq!(bundle.is_partial(), !missing.is_empty(), "{case:?}");
                partial += usize::from(bundle.is_partial());
                stops += usize::from(missing.iter().any(|(code, _)| *code == IssueCode::BudgetExceeded));
            }
            (Err(failure), None) => {
                assert_eq!(*failure.kind(), Kind::NothingDelivered, "{case:?}");
                failures += 1;
            }
            _ => panic!("{outcome:?} instead of {expected:?} in {case:?}"),
        }
    }
    assert!(
        partial > 500 && failures > 200 && stops > 200,
        "the cases go everywhere: {partial} {failures} {stops}"
    );
}
