//! Matches, plans and identities (G4, G5).

use std::sync::{Arc, Mutex};

use wayleave::{
    model::ExpandError,
    prelude::{PlanError, ReadPlan, Target, UriTemplate},
    resource::{PlanFault, ReadFailureKind as Kind},
};

use crate::harness::{Answer, Ask, Reply, Setup, World, delivered, limits, text, uri};

/// A gateway whose one definition, at `asset://set`, has this plan.
fn planning(plan: impl Fn() -> Result<ReadPlan, PlanError> + Send + Sync + 'static) -> World {
    Setup::new().bind("set", "asset://set", |scripted| scripted.bundle().plans(plan)).build()
}

/// The fault of that plan, of which nobody is asked.
fn fault(plan: impl Fn() -> Result<ReadPlan, PlanError> + Send + Sync + 'static) -> PlanFault {
    let world = planning(plan);
    let failure = world.read("asset://set").unwrap_err();
    assert_eq!(world.log.entries(), ["1 discover set", "resolve set asset://set"], "nobody is asked of it");
    match failure.kind() {
        Kind::InvalidPlan(fault) => fault.clone(),
        other => panic!("{other:?}"),
    }
}

fn at(text: &str) -> Target {
    Target::new(uri(text))
}

/// G4, U6: a resolver gets the definition, the URI as requested, its canonical form, and captures decoded once.
#[test]
fn a_resolver_gets_the_match() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let world = Setup::new()
        .bind("note", "asset://project/{id}/notes/{note}", move |scripted| {
            scripted.plan(move |request| {
                log.lock().unwrap().push(format!(
                    "{} {} {} {:?}",
                    request.definition().name(),
                    request.uri(),
                    request.canonical(),
                    request.captures().iter().collect::<Vec<_>>(),
                ));
                Reply::Give(Ok(ReadPlan::single(Target::new(request.canonical().clone()))))
            })
        })
        .build();
    world.read("asset://project/%61%20b/notes/%252F").unwrap();
    let expected = r#"note asset://project/%61%20b/notes/%252F asset://project/a%20b/notes/%252F [("id", "a b"), ("note", "%2F")]"#;
    assert_eq!(*seen.lock().unwrap(), [expected]);
}

/// G5, U8: unless the resolver says otherwise, the requested target is the canonical URI, never the request's bytes.
#[test]
fn the_requested_target_is_canonical() {
    let world = Setup::new()
        .bind("doc", "asset://docs/{name}", |scripted| {
            scripted.plans(|| ReadPlan::of([at("asset://item/a")]))
        })
        .build();
    world.read("asset://docs/%61!").unwrap();
    assert_eq!(world.log.of("1 see")[0], "1 see asset://docs/a%21");
    assert_eq!(world.log.of("2 may-read")[0], "2 may-read asset://docs/a%21");
}

/// G5: a resolver may name another requested target, and that one is judged.
#[test]
fn a_resolver_may_name_the_requested_target() {
    let plan = || Ok(ReadPlan::of([at("asset://item/a")])?.requested(at("asset://other")));
    let world = planning(plan);
    world.read("asset://set").unwrap();
    assert_eq!(world.log.of("1 see")[0], "1 see asset://other");
    assert!(world.log.of("1 see asset://set").is_empty());
    world.policy.answer(Ask::Read, "asset://other", [Answer::Deny; 2]);
    assert_eq!(*world.read("asset://set").unwrap_err().kind(), Kind::TargetDenied);
}

/// G5: two items have two URIs, whatever their labels and data say.
#[test]
fn duplicate_items_are_an_error() {
    let pairs: [fn() -> [Target; 2]; 3] = [
        || [at("asset://item/a"), at("asset://item/a")],
        || [at("asset://item/a"), at("asset://item/a").with_representation("thumbnail")],
        || [at("asset://item/a"), at("asset://item/a").with_authorization(1)],
    ];
    for pair in pairs {
        assert!(ReadPlan::of(pair()).is_err());
        assert_eq!(fault(move || ReadPlan::of(pair())), PlanFault::DuplicateItem);
    }
}

/// G5, U1: URIs are compared byte for byte, so two spellings are two items.
#[test]
fn two_spellings_are_two_items() {
    let world = planning(|| ReadPlan::of([at("asset://item/a"), at("asset://item/%61")]));
    assert_eq!(delivered(&world.read("asset://set").unwrap()), ["asset://item/a", "asset://item/%61"]);
}

/// G5: an item may share the requested target's URI only with the same label and the same data.
#[test]
fn the_requested_target_and_an_item_are_one_or_have_two_uris() {
    let full =
        || at("asset://set").with_representation("full").with_authorization(serde_json::json!({"a": 1}));
    let world = planning(move || Ok(ReadPlan::of([full()])?.requested(full())));
    assert_eq!(delivered(&world.read("asset://set").unwrap()), ["asset://set"]);

    let others: [fn() -> Target; 4] = [
        || at("asset://set"),
        || at("asset://set").with_representation("full"),
        || at("asset://set").with_representation("half").with_authorization(serde_json::json!({"a": 1})),
        || at("asset://set").with_representation("full").with_authorization(serde_json::json!({"a": 2})),
    ];
    for other in others {
        let plan = move || Ok(ReadPlan::of([full()])?.requested(other()));
        assert_eq!(fault(plan), PlanFault::IdentityConflict);
    }
    // The default requested target has no label and no data.
    assert_eq!(
        fault(|| ReadPlan::of([at("asset://set").with_representation("full")])),
        PlanFault::IdentityConflict
    );
}

/// G5: policy and reader are handed the very identity that the resolver named.
#[test]
fn the_identity_reaches_the_reader() {
    let named =
        || at("asset://item/a").with_representation("small").with_authorization(serde_json::json!([1, "x"]));
    let world = Setup::new()
        .bind("set", "asset://set", move |scripted| {
            scripted.plans(move || ReadPlan::of([named()])).body(move |request| {
                assert_eq!(*request.target(), named());
                assert_eq!(request.target().representation(), "small");
                assert_eq!(request.target().authorization(), Some(&serde_json::json!([1, "x"])));
                text("")
            })
        })
        .build();
    assert!(!world.read("asset://set").unwrap().is_partial());
}

/// G5: authorization data has at most 64 KiB of JSON, in an item and in the requested target.
#[test]
fn authorization_data_is_bounded() {
    // Two quotes are part of the JSON.
    let data = |bytes: usize| "a".repeat(bytes - 2);
    let kib = 64 * 1024;
    let item = move |bytes| move || ReadPlan::of([at("asset://item/a").with_authorization(data(bytes))]);
    planning(item(kib)).read("asset://set").unwrap();
    assert_eq!(fault(item(kib + 1)), PlanFault::AuthorizationTooLarge);

    let requested = move |bytes| {
        move || Ok(ReadPlan::of([])?.requested(at("asset://set").with_authorization(data(bytes))))
    };
    planning(requested(kib)).read("asset://set").unwrap();
    assert_eq!(fault(requested(kib + 1)), PlanFault::AuthorizationTooLarge);

    // What counts is the JSON: a control character is six bytes of it.
    let escaped = || ReadPlan::of([at("asset://item/a").with_authorization("\u{1}".repeat(11_000))]);
    assert_eq!(fault(escaped), PlanFault::AuthorizationTooLarge);
}

/// U2: no target is of the reserved scheme, in whatever case it is written.
#[test]
fn the_reserved_scheme_is_no_target() {
    for scheme in ["mcp-warning", "MCP-Warning"] {
        let text = format!("{scheme}://read/0");
        let other = text.clone();
        assert_eq!(fault(move || ReadPlan::of([at(&text)])), PlanFault::ReservedScheme);
        assert_eq!(fault(move || Ok(ReadPlan::of([])?.requested(at(&other)))), PlanFault::ReservedScheme);
    }
}

/// G5, G19: a plan has at most `maxPlanItems` items, and none of its URIs is over `maxUriBytes`.
#[test]
fn plans_are_bounded() {
    let items =
        |count: usize| move || ReadPlan::of((0..count).map(|item| at(&format!("asset://item/{item}"))));
    let world = planning(items(1_024));
    assert_eq!(delivered(&world.read("asset://set").unwrap()).len(), 256, "of a plan that is valid");
    assert_eq!(fault(items(1_025)), PlanFault::TooManyItems);

    let long = |bytes: usize| at(&format!("asset://{}", "a".repeat(bytes - "asset://".len())));
    let with = |max: usize, plan: fn(Target) -> Result<ReadPlan, PlanError>, bytes: usize| {
        let item = long(bytes);
        let setup = Setup::new().limits(limits(|limits| limits.max_uri_bytes = max));
        let world = setup
            .bind("set", "asset://set", move |scripted| scripted.plans(move || plan(item.clone())))
            .build();
        world.read("asset://set").map_err(|failure| failure.kind().clone())
    };
    let plans: [fn(Target) -> Result<ReadPlan, PlanError>; 2] =
        [|target| ReadPlan::of([target]), |target| Ok(ReadPlan::of([])?.requested(target))];
    for plan in plans {
        with(60, plan, 60).unwrap();
        assert_eq!(with(60, plan, 61).unwrap_err(), Kind::InvalidPlan(PlanFault::UriTooLong));
    }
}

/// G13, U8: a value that gives no URI makes an invalid plan, which the host is told.
#[test]
fn a_bad_expansion_is_an_invalid_plan() {
    let plan = || {
        let template = UriTemplate::parse("asset://item/{name}").unwrap();
        ReadPlan::of([Target::new(template.expand(&[".."])?)])
    };
    assert!(matches!(fault(plan), PlanFault::Expand(ExpandError::Value { .. })));
}
