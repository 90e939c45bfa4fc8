//! Values that may be spelled in several ways: a resource has one URI all the same (U5, U8, G5).

use std::borrow::Cow;

use wayleave::{
    model::Captures,
    prelude::{PlanError, ReadPlan, ResourceMatch, Target, Uri},
    resource::{CallerErrorCode, PlanFault, ReadFailureKind as Kind},
};

use crate::harness::{ANN, Answer, Ask, PANIC, Reply, Setup, World, delivered, run, text};

/// Writes every value as a number: `7`, however many zeros or signs stand before it.
fn numbers(request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
    request.written(|_, value| {
        let written = value.parse::<u32>().ok()?.to_string();
        Some(if written == value { Cow::Borrowed(value) } else { Cow::Owned(written) })
    })
}

fn numbered() -> Setup {
    Setup::new().bind("doc", "asset://doc/{n}/{part}", |scripted| scripted.canonical(numbers))
}

/// U8, G5: what is judged, resolved and read is the canonical URI and its captures.
#[test]
fn a_resource_has_one_uri_however_its_values_are_spelled() {
    let world = numbered().build();
    for (spelled, plain) in [
        ("asset://doc/7/1", "asset://doc/7/1"),
        ("asset://doc/007/1", "asset://doc/7/1"),
        ("asset://doc/7/+1", "asset://doc/7/1"),
        ("asset://doc/%30%37/01", "asset://doc/7/1"),
        ("asset://doc/0/00", "asset://doc/0/0"),
    ] {
        world.log.clear();
        assert_eq!(delivered(&world.read(spelled).unwrap()), [plain], "{spelled}");
        assert_eq!(world.log.of("1 see"), [format!("1 see {plain}")], "{spelled}");
        assert_eq!(world.log.of("2 may-read"), [format!("2 may-read {plain}")], "{spelled}");
        assert_eq!(world.log.of("body"), [format!("body doc {plain}")], "{spelled}");
        assert_eq!(world.log.of("resolve"), [format!("resolve doc {spelled}")], "the resolver may know");
    }
}

/// U8, G4: a resolver and a reader are given the captures of the canonical URI, of which they make others.
#[test]
fn captures_are_those_of_the_canonical_uri() {
    let captured = |captures: Captures<'_>| {
        captures.iter().map(|(_, value)| value.into_owned()).collect::<Vec<_>>().join(" ")
    };
    let world = Setup::new()
        .bind("doc", "asset://doc/{n}/{part}", move |scripted| {
            scripted
                .canonical(numbers)
                .plan(move |request| {
                    assert_eq!(captured(request.captures()), "7 1");
                    Reply::Give(Ok(ReadPlan::single(Target::new(request.canonical().clone()))))
                })
                .body(move |request| text(captured(request.captures())))
        })
        .build();
    let bundle = world.read("asset://doc/07/001").unwrap();
    assert_eq!(bundle.items()[0].body().as_text(), Some("7 1"));
}

/// G9: a policy that denies one URI denies all its spellings, alike.
#[test]
fn no_spelling_leads_round_a_denial() {
    for ask in [Ask::See, Ask::Read] {
        let denied = if ask == Ask::See { Answer::Hidden } else { Answer::Deny };
        let world = numbered().answer(ask, "asset://doc/7/1", denied).build();
        for spelled in ["asset://doc/7/1", "asset://doc/07/1", "asset://doc/%37/+1"] {
            assert_eq!(*world.read(spelled).unwrap_err().kind(), Kind::TargetDenied, "{spelled}");
        }
        assert!(world.read("asset://doc/7/2").is_ok());
    }
}

/// U5: another registration that answers for the canonical URI is not reached by another spelling of it.
#[test]
fn a_spelling_is_no_way_to_another_registration() {
    let world = numbered().leaf("special", "asset://doc/7/1", |_| text("special")).build();
    assert_eq!(delivered(&world.read("asset://doc/7/1").unwrap()), ["asset://doc/7/1"]);
    for spelled in ["asset://doc/07/1", "asset://doc/7/01"] {
        let failure = world.read(spelled).unwrap_err();
        assert_eq!(*failure.kind(), Kind::Shadowed, "{spelled}");
        assert_eq!(failure.to_caller().code(), CallerErrorCode::NotFound);
    }
    assert!(world.log.of("body doc").is_empty());
}

/// U6, G9, G13: a value that does not parse is not found, and neither an error nor a panic gets further than its read.
#[test]
fn what_cannot_be_written_is_not_read() {
    let world = numbered().build();
    let failure = world.read("asset://doc/x/1").unwrap_err();
    assert_eq!(*failure.kind(), Kind::BadCapture);
    assert_eq!(failure.to_caller().code(), CallerErrorCode::NotFound);
    assert!(world.log.of("resolve").is_empty());

    let world = Setup::new()
        .bind("doc", "asset://doc/{n}", |scripted| scripted.canonical(|_| panic!("{PANIC}")))
        .build();
    assert!(matches!(world.read("asset://doc/1").unwrap_err().kind(), Kind::Panicked));

    let long = |request: ResourceMatch<'_>| request.written(|_, _| Some(Cow::Owned("9".repeat(2048))));
    let world = Setup::new().bind("doc", "asset://doc/{n}", move |scripted| scripted.canonical(long)).build();
    assert_eq!(*world.read("asset://doc/1").unwrap_err().kind(), Kind::BadCapture);

    let empty = |request: ResourceMatch<'_>| request.written(|_, _| Some(Cow::Owned(String::new())));
    let world =
        Setup::new().bind("doc", "asset://doc/{n}", move |scripted| scripted.canonical(empty)).build();
    assert_eq!(*world.read("asset://doc/1").unwrap_err().kind(), Kind::BadCapture);
}

/// G28: whoever hears of a change is who may see the canonical URI.
#[test]
fn a_spelling_hears_what_the_canonical_uri_does() {
    let hears = |world: &World, uri| run(world.gateway.may_notify(&ANN, uri));
    let world = numbered().answer(Ask::See, "asset://doc/7/1", Answer::Hidden).build();
    assert!(!hears(&world, "asset://doc/07/1"));
    assert!(hears(&world, "asset://doc/08/1"));
}

/// U8, G5, G30: an item is known by the URI by which the definition that answers for it knows it, however the bundle spells
/// it: that is judged and read, and twice the same is an error.
#[test]
fn an_item_has_one_uri_however_a_bundle_spells_it() {
    let set =
        |items: &'static [&'static str]| numbered().bundle("set", "asset://set/{x}", items, |uri| text(uri));
    let world = set(&["asset://doc/07/1", "asset://doc/8/+2", "asset://doc/9/9"]).build();
    let plain = ["asset://doc/7/1", "asset://doc/8/2", "asset://doc/9/9"];
    assert_eq!(delivered(&world.read("asset://set/1").unwrap()), plain);
    assert_eq!(world.log.of("body"), plain.map(|uri| format!("body doc {uri}")));
    assert_eq!(world.log.of("1 may-read asset://doc"), plain.map(|uri| format!("1 may-read {uri}")));

    let world = set(&["asset://doc/07/1", "asset://doc/8/1"])
        .answer(Ask::See, "asset://doc/7/1", Answer::Hidden)
        .build();
    assert_eq!(delivered(&world.read("asset://set/1").unwrap()), ["asset://doc/8/1"]);

    for (items, fault) in [
        (&["asset://doc/7/1", "asset://doc/07/1"][..], PlanFault::DuplicateItem),
        (&["asset://doc/7/1", "asset://special/07"], PlanFault::UnclearItem),
    ] {
        let world = set(items)
            .leaf("special", "asset://special/7", |_| text("special"))
            .bind("family", "asset://special/{n}", |scripted| scripted.canonical(numbers))
            .build();
        let failure = world.read("asset://set/1").unwrap_err();
        assert_eq!(*failure.kind(), Kind::InvalidPlan(fault), "{items:?}");
        assert!(world.log.of("body").is_empty());
    }
}

/// U6, G13: of an item whose value does not parse, its reader says that it cannot be read.
#[test]
fn an_item_that_cannot_be_written_is_its_readers_concern() {
    let world = numbered().bundle("set", "asset://set", &["asset://doc/x/1"], |uri| text(uri)).build();
    assert_eq!(delivered(&world.read("asset://set").unwrap()), ["asset://doc/x/1"]);
}

/// U8, G5: so is a requested target that the resolver names.
#[test]
fn a_named_target_has_one_uri_too() {
    let world = numbered()
        .bind("set", "asset://set", |scripted| {
            scripted.plans(|| {
                let target = |uri| Target::new(crate::harness::uri(uri));
                Ok(ReadPlan::single(target("asset://doc/7/1")).requested(target("asset://doc/07/01")))
            })
        })
        .answer(Ask::Read, "asset://doc/7/1", Answer::Deny)
        .build();
    assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::TargetDenied);
    assert!(world.log.of("1 may-read asset://doc/07").is_empty());
}
