//! Items that another definition serves (G30).

use std::sync::{Arc, Mutex};

use wayleave::{
    prelude::{ReadPlan, Target},
    resource::{IssueCode, PlanFault, ReadFailureKind as Kind},
};

use crate::harness::{Answer, Ask, Setup, World, delivered, failed, issues, rendered, text, uri};

const OWN: &str = "asset://item/own";
const NOTE: &str = "asset://notes/%61%20b";

/// A bundle of an item of its own and of a note, which the definition `note` serves.
fn mixed() -> Setup {
    Setup::set(&[OWN, NOTE], |uri| text(format!("set's {uri}"))).leaf(
        "note",
        "asset://notes/{name}",
        |request| text(format!("note's {}", request.captures().get("name").unwrap())),
    )
}

/// G30: such an item is read by its definition's reader, with that definition's captures.
#[test]
fn the_other_reader_reads() {
    let world = mixed().build();
    let bundle = world.read("asset://set").unwrap();
    let texts: Vec<_> = bundle.items().iter().map(|item| item.body().as_text().unwrap()).collect();
    assert_eq!(texts, ["set's asset://item/own", "note's a b"]);
    assert_eq!(delivered(&bundle), [OWN, NOTE]);
    assert_eq!(world.log.of("body"), [format!("body set {OWN}"), format!("body note {NOTE}")]);
    assert_eq!(world.log.of("resolve"), ["resolve set asset://set"], "the other definition resolves nothing");
}

/// G30: the bundle's own captures are not the other reader's, and the other way round.
#[test]
fn captures_are_the_readers_own() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let world = Setup::new()
        .bind("set", "asset://team/{team}", move |scripted| {
            scripted
                .bundle()
                .plans(|| ReadPlan::of([Target::new(uri(OWN)), Target::new(uri("asset://notes/n"))]))
                .body(move |request| {
                    log.lock().unwrap().push(request.captures().len());
                    text("")
                })
        })
        .leaf("note", "asset://notes/{name}", |request| {
            let captures: Vec<_> = request.captures().iter().collect();
            text(format!("{captures:?}"))
        })
        .build();
    let bundle = world.read("asset://team/7").unwrap();
    assert_eq!(bundle.items()[1].body().as_text(), Some(r#"[("name", "n")]"#));
    assert_eq!(*seen.lock().unwrap(), [0], "its own definition does not match the item");
}

/// G30: another member of the bundle's own family is no foreign item, and has captures of its own.
#[test]
fn a_member_of_the_same_family() {
    let world = Setup::new()
        .bind("page", "asset://pages/{page}", |scripted| {
            scripted
                .plans(|| ReadPlan::of([Target::new(uri("asset://pages/other"))]))
                .body(|request| text(request.captures().get("page").unwrap().into_owned()))
        })
        .build();
    let bundle = world.read("asset://pages/one").unwrap();
    assert_eq!(bundle.items()[0].body().as_text(), Some("other"));
    assert_eq!(world.log.of("1 discover").len(), 1);
}

/// G8, G30: the other definition is asked for in both phases, before its item is read.
#[test]
fn the_other_definition_is_asked_for_in_both_phases() {
    let world = mixed().build();
    world.read("asset://set").unwrap();
    for phase in 1..=2 {
        assert_eq!(world.log.of(&format!("{phase} discover note")).len(), 1, "{:?}", world.log.entries());
    }
    let log = world.log.entries();
    let place = |call: &str| log.iter().position(|entry| entry == call).unwrap();
    assert!(place("1 discover note") < place(&format!("body set {OWN}")));
}

/// G10, G11, G30: the item is hidden, without a trace, unless its definition may be discovered.
#[test]
fn an_undiscoverable_item_is_hidden() {
    let without =
        rendered(&Setup::set(&[OWN], |uri| text(format!("set's {uri}"))).build().read("asset://set"));
    for answers in [[Answer::Deny; 2], [Answer::Yes, Answer::Deny]] {
        let world = mixed().answers(Ask::Discover, "note", answers).build();
        assert_eq!(rendered(&world.read("asset://set")), without, "{answers:?}");
    }
    // Denied at first, it counts as hidden then, and is newly visible at last.
    let world = mixed().answers(Ask::Discover, "note", [Answer::Deny, Answer::Yes]).build();
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(issues(&bundle), [(IssueCode::Unavailable, Some(NOTE))]);
    assert!(world.log.of("body note").is_empty());
}

/// G30: a policy that cannot decide on the other definition fails the read.
#[test]
fn an_undecided_definition_fails_the_read() {
    for answers in [[Answer::Fail; 2], [Answer::Yes, Answer::Fail]] {
        let world = mixed().answers(Ask::Discover, "note", answers).build();
        assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::PolicyFailed);
    }
}

/// G30: discovery of the definition is not all: the item is judged like any other.
#[test]
fn a_foreign_item_is_judged_like_any_other() {
    let world = mixed().answer(Ask::Read, NOTE, Answer::Deny).build();
    assert_eq!(issues(&world.read("asset://set").unwrap()), [(IssueCode::Unavailable, Some(NOTE))]);
    let world = mixed().answer(Ask::See, NOTE, Answer::Hidden).build();
    assert!(!world.read("asset://set").unwrap().is_partial());
}

/// G30: it is hidden also where the resolver names it as the requested target.
#[test]
fn a_foreign_requested_target_needs_its_definition() {
    let setup = || {
        let plan = || Ok(ReadPlan::of([Target::new(uri(NOTE))])?.requested(Target::new(uri(NOTE))));
        Setup::new().bind("set", "asset://set", move |scripted| scripted.plans(plan)).leaf(
            "note",
            "asset://notes/{name}",
            |_| text("the note"),
        )
    };
    assert_eq!(delivered(&setup().build().read("asset://set").unwrap()), [NOTE]);
    for answers in [[Answer::Deny; 2], [Answer::Yes, Answer::Deny]] {
        let world = setup().answers(Ask::Discover, "note", answers).build();
        let outcome = world.read("asset://set");
        assert!(!rendered(&outcome).contains("the note"));
        assert!(outcome.map_or(true, |bundle| bundle.items().is_empty()), "{answers:?}");
    }
}

/// G5, G30: a plan with this one item is invalid, and nobody is asked about it.
fn fault(world: &World) -> PlanFault {
    let failure = world.read("asset://set").unwrap_err();
    assert!(world.log.of("1 see").is_empty());
    match failure.kind() {
        Kind::InvalidPlan(fault) => fault.clone(),
        other => panic!("{other:?}"),
    }
}

/// G30: an item that itself is a bundle makes the plan invalid, another's or the bundle's own.
#[test]
fn a_nested_bundle_is_invalid() {
    let inner =
        Setup::set(&["asset://inner"], |uri| text(uri))
            .bundle("inner", "asset://inner", &[OWN], |uri| text(uri));
    assert_eq!(fault(&inner.build()), PlanFault::NestedBundle);
    let family = Setup::set(&["asset://inner/7"], |uri| text(uri)).bundle(
        "inner",
        "asset://inner/{id}",
        &[OWN],
        |uri| text(uri),
    );
    assert_eq!(fault(&family.build()), PlanFault::NestedBundle);
    let itself = Setup::new()
        .bundle("set", "asset://set", &[], |uri| text(uri))
        .bundle("outer", "asset://outer", &["asset://set"], |uri| text(uri))
        .build();
    assert!(matches!(
        itself.read("asset://outer").unwrap_err().kind(),
        Kind::InvalidPlan(PlanFault::NestedBundle)
    ));
}

/// G30, U5, U6: an item for which no single definition answers makes the plan invalid, and no reader gets it.
#[test]
fn an_unclear_item_is_invalid() {
    let item = "asset://notes/%2e%2e/x";
    let ambiguous = Setup::set(&["asset://notes/a/b"], |uri| text(uri))
        .leaf("one", "asset://notes/{x}/b", |_| failed())
        .leaf("two", "asset://notes/a/{y}", |_| failed())
        .overlaps();
    let capture = Setup::set(&[item], |uri| text(uri)).leaf("one", "asset://notes/{x}/x", |_| failed());
    let shadowed = Setup::set(&["asset://notes/%61"], |uri| text(uri))
        .leaf("one", "asset://notes/{x}", |_| failed())
        .leaf("two", "asset://notes/a", |_| failed());
    for setup in [ambiguous, capture, shadowed] {
        let world = setup.build();
        assert_eq!(fault(&world), PlanFault::UnclearItem);
        assert!(world.log.of("body").is_empty());
    }
}

/// G30: a binding that names several items must say that it is a bundle, or it could stand in another one unseen;
/// one that does may deliver the very target it is asked for among them.
#[test]
fn a_bundle_says_that_it_is_one() {
    let plan = || ReadPlan::of([OWN, "asset://item/b"].map(|item| Target::new(uri(item))));
    let undeclared = Setup::new().bind("set", "asset://set", |scripted| scripted.plans(plan)).build();
    let failure = undeclared.read("asset://set").unwrap_err();
    assert_eq!(*failure.kind(), Kind::InvalidPlan(PlanFault::UndeclaredBundle));

    let itself = || ReadPlan::of(["asset://set", "asset://item/b"].map(|item| Target::new(uri(item))));
    let world = Setup::new().bind("set", "asset://set", |scripted| scripted.bundle().plans(itself)).build();
    assert_eq!(delivered(&world.read("asset://set").unwrap()), ["asset://set", "asset://item/b"]);
}
