//! What a caller learns of a resource that is not there, or not there for it (G9).

use std::error::Error;

use wayleave::{
    prelude::{PlanError, ReadFailure, ReadPlan, Target},
    resource::{CallerErrorCode, ReadFailureKind as Kind},
};

use crate::harness::{Answer, Ask, Reply, Setup, World, limits, text};

/// One text that a registry can give every fate: its first segment decodes to `..`, its second to `x`.
const URI: &str = "asset://host/%2e%2e/%78";

/// A name, a gateway in which [`URI`] meets the fate, and what the host sees of it.
type Fate = (&'static str, World, Kind);

fn fates() -> Vec<Fate> {
    let exact = || Setup::new().leaf("doc", URI, |_| text("there"));
    let resolving = |error: fn() -> PlanError| {
        Setup::new()
            .bind("doc", "asset://host/%2e%2e/{name}", move |scripted| scripted.plans(move || Err(error())))
            .build()
    };
    vec![
        ("no match", Setup::new().leaf("doc", "asset://host/other", |_| text("")).build(), Kind::NoMatch),
        ("an empty registry", Setup::new().build(), Kind::NoMatch),
        (
            "ambiguous",
            Setup::new()
                .leaf("one", "asset://host/{a}/%78", |_| text(""))
                .leaf("two", "asset://host/%2e%2e/{b}", |_| text(""))
                .overlaps()
                .build(),
            Kind::Ambiguous,
        ),
        ("shadowed", exact().leaf("other", "asset://host/../x", |_| text("")).build(), Kind::Shadowed),
        (
            "failed capture",
            Setup::new().leaf("doc", "asset://host/{a}/%78", |_| text("")).build(),
            Kind::BadCapture,
        ),
        ("bad typed capture", resolving(PlanError::bad_capture), Kind::BadCapture),
        ("resolver not found", resolving(PlanError::not_found), Kind::NotResolved),
        ("discover denied", exact().answer(Ask::Discover, "doc", Answer::Deny).build(), Kind::DiscoverDenied),
        ("requested hidden", exact().answer(Ask::See, URI, Answer::Hidden).build(), Kind::TargetDenied),
        ("requested denied", exact().answer(Ask::Read, URI, Answer::Deny).build(), Kind::TargetDenied),
        (
            "discover denied at last",
            exact().answers(Ask::Discover, "doc", [Answer::Yes, Answer::Deny]).build(),
            Kind::DiscoverDenied,
        ),
        (
            "requested hidden at last",
            exact().answers(Ask::See, URI, [Answer::Yes, Answer::Hidden]).build(),
            Kind::TargetDenied,
        ),
        (
            "requested denied at last",
            exact().answers(Ask::Read, URI, [Answer::Yes, Answer::Deny]).build(),
            Kind::TargetDenied,
        ),
        (
            "another requested target denied",
            Setup::new()
                .bind("doc", URI, |scripted| {
                    scripted.plan(|request| {
                        let item = Target::new(request.canonical().clone());
                        let requested = Target::new(crate::harness::uri("asset://host/private"));
                        Reply::Give(Ok(ReadPlan::single(item).requested(requested)))
                    })
                })
                .answer(Ask::See, "asset://host/private", Answer::Hidden)
                .build(),
            Kind::TargetDenied,
        ),
    ]
}

/// All that a caller can be told, in every form.
fn told(failure: &ReadFailure) -> String {
    let error = failure.to_caller();
    assert!(error.source().is_none(), "no cause reaches a caller");
    format!("{error:?}|{error:#?}|{error}|{:?}|{}|{:?}", error.code(), error.message(), error.uri())
}

/// G9: every pair of fates is one and the same to a caller, and the host can tell them apart.
#[test]
fn every_pair_of_denials_is_identical() {
    let seen: Vec<_> = fates()
        .into_iter()
        .map(|(fate, world, kind)| {
            let failure = world.read(URI).expect_err(fate);
            assert_eq!(*failure.kind(), kind, "{fate}");
            assert_eq!(failure.to_caller().code(), CallerErrorCode::NotFound, "{fate}");
            assert_eq!(failure.to_caller().uri(), Some(URI), "{fate}");
            (fate, failure)
        })
        .collect();
    for (one, first) in &seen {
        for (other, second) in &seen {
            assert_eq!(told(first), told(second), "{one} and {other}");
            assert_eq!(first.to_caller(), second.to_caller(), "{one} and {other}");
        }
    }
}

/// G9, U2: a URI of the reserved scheme is as unknown as any other, but for the URI that is echoed.
#[test]
fn a_warning_is_as_unknown_as_any_uri() {
    let missing = Setup::new().build().read(URI).unwrap_err();
    let world = Setup::set(&["asset://item/a"], |uri| text(uri)).build();
    for warning in ["mcp-warning://read/a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7", "MCP-Warning:x"] {
        let failure = world.read(warning).unwrap_err();
        assert_eq!(told(&failure).replace(warning, "URI"), told(&missing).replace(URI, "URI"));
    }
}

/// G9: only the requested URI is echoed, byte for byte, and never its canonical form or another target.
#[test]
fn the_requested_bytes_are_echoed() {
    let world = Setup::new()
        .leaf("doc", "asset://host/{name}", |_| text(""))
        .answer(Ask::See, "asset://host/a", Answer::Hidden)
        .build();
    let failure = world.read("asset://host/%61").unwrap_err();
    assert_eq!(failure.to_caller().uri(), Some("asset://host/%61"));
    assert!(!told(&failure).contains("asset://host/a"));
}

/// G9, U1: a malformed URI may be told so, and the same in every registry.
#[test]
fn a_malformed_uri_says_nothing_of_the_registry() {
    let registries = || {
        let full =
            Setup::set(&["asset://item/a"], |uri| text(uri)).leaf("all", "asset://host/{x}", |_| text(""));
        [Setup::new().build(), full.build()]
    };
    for malformed in
        ["", "item", "asset://host/%zz", "asset://me@host/a", "asset://host/a b", "asset://host/%ff"]
    {
        let [empty, full] = registries().map(|world| world.read(malformed).unwrap_err());
        assert!(matches!(empty.to_caller().code(), CallerErrorCode::InvalidUri(_)), "{malformed}");
        assert_eq!(told(&empty), told(&full), "{malformed}");
    }
}

/// G9, G19: a URI over the limit is the same in every registry; one whose canonical form is over it is not found.
#[test]
fn a_long_uri_says_nothing_of_the_registry() {
    let short = || limits(|limits| limits.max_uri_bytes = 60);
    let full = || Setup::new().leaf("doc", "asset://host/{name}", |_| text("")).limits(short()).build();
    let long = format!("asset://host/{}", "a".repeat(48));
    let [one, other] =
        [Setup::new().limits(short()).build(), full()].map(|world| world.read(&long).unwrap_err());
    assert_eq!(told(&one), told(&other));
    assert_eq!(one.to_caller().code(), CallerErrorCode::UriTooLong);
    full().read(&long[..60]).expect("as long as a URI may be");

    // Twenty-one sub-delimiters are 34 bytes of request, and 76 in canonical form.
    let grows = format!("asset://host/{}", "!".repeat(21));
    let missing = Setup::new().limits(short()).build().read(&grows).unwrap_err();
    assert_eq!(told(&full().read(&grows).unwrap_err()), told(&missing));
}

/// G9: a policy that cannot decide, and any error of visibility, fails the whole read, and is no denial.
#[test]
fn other_policy_errors_fail_the_read() {
    let item = "asset://item/b";
    let asks = [
        (Ask::Discover, "set", vec![Answer::Fail]),
        (Ask::See, "asset://set", vec![Answer::Fail, Answer::Deny]),
        (Ask::Read, "asset://set", vec![Answer::Fail]),
        (Ask::See, item, vec![Answer::Fail, Answer::Deny]),
        (Ask::Read, item, vec![Answer::Fail]),
    ];
    for (ask, key, answers) in asks {
        for answer in answers {
            for script in [[answer, answer], [Answer::Yes, answer]] {
                let world =
                    Setup::set(&["asset://item/a", item], |uri| text(uri)).answers(ask, key, script).build();
                let failure = world.read("asset://set").unwrap_err();
                assert_eq!(*failure.kind(), Kind::PolicyFailed, "{ask:?} {key} {script:?}");
                assert_eq!(failure.to_caller().code(), CallerErrorCode::Internal);
                assert!(!told(&failure).contains(item));
            }
        }
    }
}
