//! What a `tracing` subscriber is told of reads and listings (G6, G10, G18), and that `docs/telemetry.md` says it.

use std::{collections::BTreeSet, future::Future};

use tracing::Level;
use wayleave::resource::{Listing, PageKeys};

use crate::harness::{
    ANN, Answer, Ask, CAUSE, GRANT, PANIC, Reply, Setup, Trace, Traces, World, failed, json, limits, run,
    text,
};

const PAGE: &str = include_str!("../../docs/telemetry.md");
const CODE: &str = include_str!("../../runtime/core/src/resource/telemetry.rs");
const ITEMS: [&str; 3] = ["asset://item/a", "asset://item/b", "asset://item/c"];

fn set() -> Setup {
    Setup::set(&ITEMS, |uri| if uri == ITEMS[2] { failed() } else { text(uri) })
}

fn traces_of(world: &World, uri: &str) -> Vec<Trace> {
    Traces::of(|| drop(world.read_slowly(uri))).1
}

fn traces_of_page(world: &World, cursor: Option<&str>) -> Vec<Trace> {
    world.begin();
    Traces::of(|| drop(run(world.gateway.list(&ANN, Listing::Resources, cursor)))).1
}

/// Worlds in which a read ends in each of the ways, and the kind of its failure.
fn reads() -> Vec<(World, &'static str, &'static str)> {
    let all = || Setup::set(&ITEMS, |uri| text(uri));
    let plan = |plan: fn() -> crate::harness::Plan| {
        Setup::new().bind("set", "asset://set", |scripted| scripted.plan(move |_| plan())).build()
    };
    let not_found = || Reply::Give(Err(wayleave::prelude::PlanError::not_found()));
    vec![
        (all().build(), "asset://set", "complete"),
        (set().build(), "asset://set", "partial"),
        (set().build(), "not a uri", "invalid_uri"),
        (set().build(), "asset://nowhere", "no_match"),
        (set().answer(Ask::Discover, "set", Answer::Deny).build(), "asset://set", "discover_denied"),
        (set().answer(Ask::Read, "asset://set", Answer::Deny).build(), "asset://set", "target_denied"),
        (plan(not_found), "asset://set", "not_resolved"),
        (plan(|| Reply::Panic), "asset://set", "panicked"),
        (plan(|| Reply::Hang), "asset://set", "resolve_timeout"),
        (set().answer(Ask::Discover, "set", Answer::Hang).build(), "asset://set", "policy_timeout"),
        (set().answer(Ask::See, ITEMS[0], Answer::Fail).build(), "asset://set", "policy_failed"),
        (set().no_randomness().build(), "asset://set", "no_randomness"),
        (Setup::set(&ITEMS, |_| failed()).build(), "asset://set", "nothing_delivered"),
    ]
}

/// A listing that ends in each of the ways.
fn pages() -> Vec<(World, Option<&'static str>, &'static str)> {
    let no_scope = set().build();
    no_scope.policy.scope(Some(""));
    vec![
        (set().build(), None, "page"),
        (set().build(), Some("forged"), "invalid_cursor"),
        (set().answer(Ask::Discover, "set", Answer::Fail).build(), None, "policy_failed"),
        (set().answer(Ask::Discover, "set", Answer::Panic).build(), None, "panicked"),
        (no_scope, None, "no_scope"),
    ]
}

/// The span names the route, and the event in it the outcome, the counts, the size and the time.
#[test]
fn a_read_is_told_of() {
    for (world, uri, end) in reads() {
        let start = world.now();
        let [span, event] = &traces_of(&world, uri)[..] else { panic!("{end}") };
        assert_eq!((span.name.as_str(), span.level), ("wayleave.read", Level::DEBUG));
        let selected = !["invalid_uri", "no_match"].contains(&end);
        assert_eq!(span.field("route"), selected.then_some("set"), "{end}");
        assert_eq!((event.name.as_str(), event.parent), ("read", Some(0)));
        let micros = (world.now() - start).as_micros().to_string();
        assert_eq!(event.field("micros"), Some(micros.as_str()), "{end}");
        match end {
            "complete" | "partial" => assert_eq!(event.field("outcome"), Some(end)),
            kind => assert_eq!(event.field("kind"), Some(kind)),
        }
    }
}

/// The counts are those of the result: items without the warning, all issues, the encoded bytes.
#[test]
fn the_counts_are_those_of_the_result() {
    let world = set().limits(limits(|limits| limits.max_issues = 1)).build();
    world.policy.answer(Ask::Read, ITEMS[1], [Answer::Deny; 2]);
    let (outcome, traces) = Traces::of(|| world.read("asset://set"));
    let bundle = outcome.unwrap();
    assert_eq!((bundle.items().len(), bundle.issues().len(), bundle.issues_omitted()), (2, 1, 1));
    let bytes = json(&bundle).len().to_string();
    let counts = ["items", "issues", "bytes"].map(|field| traces[1].field(field).unwrap());
    assert_eq!(counts, ["1", "2", &bytes]);
}

/// What a request brings about is for whoever looks closely; what is the host's own trouble is a warning.
#[test]
fn only_the_hosts_troubles_are_warnings() {
    let refused =
        ["invalid_uri", "no_match", "discover_denied", "target_denied", "not_resolved", "invalid_cursor"];
    let reads = reads().into_iter().map(|(world, uri, end)| (traces_of(&world, uri), end));
    let pages = pages().into_iter().map(|(world, cursor, end)| (traces_of_page(&world, cursor), end));
    for (traces, end) in reads.chain(pages) {
        let event = &traces[1];
        let expected = match end {
            "complete" | "partial" | "page" => (Level::DEBUG, end),
            kind if refused.contains(&kind) => (Level::DEBUG, "refused"),
            _ => (Level::WARN, "failed"),
        };
        assert_eq!((event.level, event.field("outcome").unwrap()), expected, "{end}");
        assert_eq!(event.field("kind"), (expected.1 != end).then_some(end));
    }
}

/// A page tells which listing it is of, how much is on it and whether it is the last.
#[test]
fn a_page_is_told_of() {
    let keys = PageKeys::new([3; 32]);
    let world = set().leaf("leaf", "asset://leaf", |_| text("")).page_keys(keys);
    let world = world.limits(limits(|limits| limits.page_size = 1)).build();
    let page = |cursor: Option<&str>, listing| {
        world.begin();
        let (page, traces) = Traces::of(|| run(world.gateway.list(&ANN, listing, cursor)).unwrap());
        let bytes =
            page.definitions().iter().map(|one| serde_json::to_string(one).unwrap().len()).sum::<usize>();
        let [span, event] = &traces[..] else { panic!("{traces:?}") };
        assert_eq!(event.field("bytes"), Some(bytes.to_string().as_str()));
        assert_eq!((span.name.as_str(), event.name.as_str()), ("wayleave.list", "list"));
        assert_eq!((event.parent, event.field("micros")), (Some(0), Some("0")));
        let told = [span.field("listing"), event.field("items"), event.field("last")]
            .map(|told| told.unwrap().to_owned());
        (told, page.next_cursor().map(str::to_owned))
    };
    let (told, next) = page(None, Listing::Resources);
    assert_eq!(told, ["resources", "1", "false"]);
    assert_eq!(page(next.as_deref(), Listing::Resources).0, ["resources", "1", "true"]);
    assert_eq!(page(None, Listing::Templates).0, ["templates", "0", "true"]);
}

/// What a callback logs stands in the span of its read, and in none while the read waits.
#[test]
fn callbacks_log_inside_the_span() {
    let world = Setup::set(&ITEMS[..1], |uri| {
        tracing::info!("reading");
        text(uri)
    })
    .build();
    world.policy.yields().store(2, std::sync::atomic::Ordering::Relaxed);
    world.begin();
    let ((), traces) = Traces::of(|| {
        let read = world.gateway.read(&ANN, "asset://set");
        drop(crate::harness::drive(read, || tracing::info!("elsewhere")));
    });
    let of = |name: &str| traces.iter().filter(|trace| trace.name == name).collect::<Vec<_>>();
    assert!(of("reading").iter().all(|trace| trace.parent == Some(0)) && of("reading").len() == 1);
    assert!(of("elsewhere").iter().all(|trace| trace.parent.is_none()) && of("elsewhere").len() > 1);
}

/// A read that is dropped is not told of as if it had ended.
#[test]
fn a_dropped_read_has_no_end() {
    let world = Setup::set(&ITEMS, |_| Reply::Hang).build();
    world.begin();
    let ((), traces) = Traces::of(|| {
        let mut read = Box::pin(world.gateway.read(&ANN, "asset://set"));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(read.as_mut().poll(&mut context).is_pending());
    });
    assert_eq!(traces.iter().map(|trace| trace.name.as_str()).collect::<Vec<_>>(), ["wayleave.read"]);
}

/// G6, G18: no URI, no cause, no authorization data, no caller, however a read or a listing ends.
#[test]
fn nothing_private_is_told() {
    let reads = reads().into_iter().map(|(world, uri, _)| traces_of(&world, uri));
    let pages = pages().into_iter().map(|(world, cursor, _)| traces_of_page(&world, cursor));
    for traces in reads.chain(pages) {
        let all = format!("{traces:?}");
        for private in ["://", "not a uri", CAUSE, PANIC, GRANT, ANN, "forged"] {
            assert!(!all.contains(private), "{private} in {all}");
        }
    }
}

/// G10: a hidden item, and a definition that may not be discovered, change nothing that is told, the time aside.
#[test]
fn what_is_hidden_is_not_counted() {
    let without = traces_of(&Setup::set(&ITEMS[..1], |uri| text(uri)).build(), "asset://set");
    for answers in [[Answer::Hidden; 2], [Answer::Yes, Answer::Hidden]] {
        let with = Setup::set(&ITEMS[..2], |uri| text(uri)).answers(Ask::See, ITEMS[1], answers).build();
        assert_eq!(traces_of(&with, "asset://set"), without, "{answers:?}");
    }
    let without = traces_of_page(&set().build(), None);
    let with = set().leaf("leaf", "asset://leaf", |_| text("")).answer(Ask::Discover, "leaf", Answer::Deny);
    assert_eq!(traces_of_page(&with.build(), None), without);
}

/// The rows of the page: a span or an event with its outcome, its level and its fields.
fn rows() -> BTreeSet<[String; 3]> {
    let words = |cell: &str| cell.split('`').skip(1).step_by(2).collect::<Vec<_>>().join(" ");
    let row = |line: &str| match line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>()[..] {
        [span, level, fields] if level == level.to_uppercase() && level.len() > 3 => {
            Some([words(span), level.to_owned(), words(fields)])
        }
        [event, outcome, level, fields] if level == level.to_uppercase() && level.len() > 3 => {
            Some([format!("{} {}", words(event), words(outcome)), level.to_owned(), words(fields)])
        }
        _ => None,
    };
    PAGE.lines().filter(|line| !line.contains("---")).filter_map(row).collect()
}

/// The page names every span, event, field and level that there is, and nothing else.
#[test]
fn the_page_is_in_step() {
    let mut told = BTreeSet::new();
    let reads = reads().into_iter().map(|(world, uri, _)| traces_of(&world, uri));
    let pages = pages().into_iter().map(|(world, cursor, _)| traces_of_page(&world, cursor));
    for trace in reads.chain(pages).flatten() {
        assert_eq!(trace.target, "wayleave");
        if trace.is_span && trace.name == "wayleave.read" && trace.field("route").is_none() {
            continue;
        }
        let outcome = trace.field("outcome").map(|outcome| format!(" {outcome}")).unwrap_or_default();
        told.insert([format!("{}{outcome}", trace.name), trace.level.to_string(), trace.names().join(" ")]);
    }
    assert_eq!(rows(), told);
    // What no test makes happen would be missing on both sides. Two outcomes are one place in the code.
    let places = ["debug_span!", "debug!", "warn!", "info!", "error!", "trace!"]
        .map(|name| CODE.matches(&format!("tracing::{name}(")).count());
    assert_eq!(
        places.iter().sum::<usize>(),
        told.len() - 1,
        "a place in the code that the page does not name"
    );
    for field in told.iter().flat_map(|[_, _, fields]| fields.split(' ')) {
        assert!(PAGE.contains(&format!("\n| `{field}` | ")), "`{field}` is not explained");
    }
}
