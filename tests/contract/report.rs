//! The report, the warning and the issues, byte for byte (G14 to G18).

use serde_json::{Value, json};
use wayleave::{
    prelude::ReadError,
    resource::{IssueCode, ReadFailureKind as Kind},
};

use crate::harness::{Answer, Ask, KEY, Reply, Setup, World, failed, issues, json as rendered, limits, text};

const ITEMS: [&str; 3] = ["asset://item/a", "asset://item/b", "asset://item/c"];

/// A bundle whose second item fails.
fn partial() -> Setup {
    Setup::set(&ITEMS, |uri| if uri == ITEMS[1] { failed() } else { text(uri) })
}

/// An issue by the rules.
fn issue(code: IssueCode, uri: Option<&str>) -> String {
    let retryable = code == IssueCode::ReadFailed;
    let uri = uri.map(|uri| format!(r#","uri":"{uri}""#)).unwrap_or_default();
    format!(r#"{{"code":"{}","message":"{}","retryable":{retryable}{uri}}}"#, code.as_str(), code.message())
}

fn report(issues: &[String], omitted: usize) -> String {
    format!(r#"{{"version":1,"partial":true,"issues":[{}],"issuesOmitted":{omitted}}}"#, issues.join(","))
}

/// G15: a complete result, byte for byte.
#[test]
fn a_complete_result() {
    let world = Setup::set(&ITEMS[..1], |_| text("A")).build();
    let bundle = world.read("asset://set").unwrap();
    assert!(!bundle.is_partial());
    assert_eq!(
        rendered(&bundle),
        format!(
            r#"{{"contents":[{{"uri":"asset://item/a","mimeType":"text/plain","text":"A"}}],"_meta":{{"{KEY}":{{"version":1,"partial":false,"issues":[],"issuesOmitted":0}}}}}}"#
        )
    );
}

/// G14 to G17: a partial result, byte for byte: the warning first, and the same report twice.
#[test]
fn a_partial_result() {
    let bundle = partial().build().read("asset://set").unwrap();
    assert!(bundle.is_partial());
    let report = report(&[issue(IssueCode::ReadFailed, Some(ITEMS[1]))], 0);
    let text = serde_json::to_string(&format!("Incomplete bundle.\n{report}")).unwrap();
    assert_eq!(
        rendered(&bundle),
        format!(
            r#"{{"contents":[{{"uri":"mcp-warning://read/a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7","mimeType":"text/plain","text":{text},"_meta":{{"{KEY}":{{"diagnostic":true,"inlineOnly":true}}}}}},{{"uri":"asset://item/a","mimeType":"text/plain","text":"asset://item/a"}},{{"uri":"asset://item/c","mimeType":"text/plain","text":"asset://item/c"}}],"_meta":{{"{KEY}":{report}}}}}"#
        )
    );
    assert_eq!(serde_json::to_string(bundle.report()).unwrap(), report);
}

/// G15: another key takes the place of the default one, in the result and in the warning.
#[test]
fn another_key() {
    let own = "example.com/read";
    let bundle = partial().key(own).build().read("asset://set").unwrap();
    let json: Value = serde_json::from_str(&rendered(&bundle)).unwrap();
    assert_eq!(json["_meta"].as_object().unwrap().keys().collect::<Vec<_>>(), [own]);
    assert_eq!(json["contents"][0]["_meta"], json!({own: {"diagnostic": true, "inlineOnly": true}}));
    assert_eq!(bundle.report_key().as_str(), own);
    assert!(!rendered(&bundle).contains(KEY));
}

/// G14: an owner gets the items that were shown, warning and all, and of each the parts that were shown of it.
#[test]
fn items_are_handed_over_whole() {
    let bundle = partial().build().read("asset://set").unwrap();
    let shown = bundle.items().to_vec();
    let owned = bundle.into_items();
    assert_eq!((owned.len(), &owned), (3, &shown));
    for (owned, shown) in owned.into_iter().zip(&shown) {
        let (uri, mime_type, body, meta) = owned.into_parts();
        assert_eq!((&uri, &*mime_type), (shown.uri(), shown.mime_type()));
        assert_eq!((&body, &meta), (shown.body(), shown.meta()));
    }
}

fn warning(world: &World) -> String {
    world.read("asset://set").unwrap().items()[0].uri().as_str().to_owned()
}

/// G16: every read makes a warning of its own: 51 bytes, 32 lowercase digits, never the same twice.
#[test]
fn every_warning_is_new() {
    let world = partial().system_randomness().build();
    let warnings: std::collections::HashSet<_> = (0..64).map(|_| warning(&world)).collect();
    assert_eq!(warnings.len(), 64);
    for warning in &warnings {
        assert_eq!(warning.len(), 51);
        let digits = warning.strip_prefix("mcp-warning://read/").unwrap();
        assert!(digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')), "{warning}");
    }
    // 128 random bits: in 64 draws every digit's place takes many values.
    for place in 19..51 {
        let values: std::collections::HashSet<_> =
            warnings.iter().map(|text| text.as_bytes()[place]).collect();
        assert!(values.len() > 4, "digit {place}");
    }
}

/// G16: a warning is neither readable nor listed.
#[test]
fn a_warning_grants_nothing() {
    let world = partial().build();
    let warning = warning(&world);
    assert_eq!(*world.read(&warning).unwrap_err().kind(), Kind::NoMatch);
    assert!(world.log.entries().is_empty());
}

/// G17: issues come in plan order, each with the URI that the final answer discloses, and no other.
#[test]
fn issues_in_plan_order() {
    let items = ["asset://item/ok", "asset://item/z", "asset://item/m", "asset://item/a"];
    let world = Setup::set(&items, |uri| if uri == "asset://item/m" { failed() } else { text(uri) })
        .answer(Ask::Read, items[1], Answer::Deny)
        .answers(Ask::See, items[2], [Answer::Yes, Answer::Visible])
        .answers(Ask::See, items[3], [Answer::Visible, Answer::Yes])
        .answers(Ask::Read, items[3], [Answer::Yes, Answer::Deny])
        .build();
    let bundle = world.read("asset://set").unwrap();
    let expected = [
        issue(IssueCode::Unavailable, Some(items[1])),
        issue(IssueCode::ReadFailed, None),
        issue(IssueCode::Unavailable, Some(items[3])),
    ];
    assert_eq!(serde_json::to_string(bundle.report()).unwrap(), report(&expected, 0));
}

/// G17: the codes, which of them is retryable, and messages that are fixed, fit for JSON and all different.
#[test]
fn the_codes() {
    let codes = [
        (IssueCode::Unavailable, "unavailable", false),
        (IssueCode::ReadFailed, "read_failed", true),
        (IssueCode::Timeout, "timeout", false),
        (IssueCode::InvalidContent, "invalid_content", false),
        (IssueCode::BudgetExceeded, "budget_exceeded", false),
    ];
    let mut messages = std::collections::HashSet::new();
    for (code, text, retryable) in codes {
        assert_eq!((code.as_str(), code.is_retryable()), (text, retryable));
        assert!(messages.insert(code.message()));
        assert!(code.message().is_ascii() && !code.message().contains(['"', '\\']));
    }
}

/// G17: `unavailable` says the same whether the policy denied, revoked, or storage did not give the item out.
#[test]
fn unavailable_says_no_more() {
    let denied = partial().answer(Ask::Read, ITEMS[1], Answer::Deny);
    let revoked = partial().answers(Ask::Read, ITEMS[1], [Answer::Yes, Answer::Deny]);
    let appeared = partial().answers(Ask::See, ITEMS[1], [Answer::Hidden, Answer::Yes]);
    let storage = Setup::set(&ITEMS, |uri| match uri == ITEMS[1] {
        true => Reply::Give(Err(ReadError::unavailable())),
        false => text(uri),
    });
    let all = [denied, revoked, appeared, storage]
        .map(|setup| rendered(&setup.build().read("asset://set").unwrap()));
    assert!(all.iter().all(|one| *one == all[0]), "{all:#?}");
    assert!(all[0].contains("unavailable"));
}

/// G17: a URI of 256 bytes is given, one of 257 is left out whole.
#[test]
fn long_uris_are_left_out() {
    let of = |bytes: usize| format!("asset://item/{}", "x".repeat(bytes - "asset://item/".len()));
    let (given, omitted) = (of(256), of(257));
    let items = [ITEMS[0], &given, &omitted];
    let world = Setup::set(&items, |uri| if uri == ITEMS[0] { text("") } else { failed() }).build();
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(issues(&bundle), [(IssueCode::ReadFailed, Some(&*given)), (IssueCode::ReadFailed, None)]);
    assert_eq!(
        rendered(&bundle).matches(&given).count(),
        2,
        "in the report and in the warning, and no prefix of the other"
    );
}

/// G17, G19: at most `maxIssues` are listed, and the rest is counted.
#[test]
fn issues_are_bounded() {
    let items: Vec<_> = (0..100).map(|item| format!("asset://item/{item}")).collect();
    let items: Vec<_> = items.iter().map(String::as_str).collect();
    let body = |uri: &str| if uri == "asset://item/0" { text("") } else { failed() };
    let bundle = Setup::set(&items, body).build().read("asset://set").unwrap();
    assert_eq!((bundle.issues().len(), bundle.issues_omitted()), (64, 35));
    assert_eq!(bundle.issues()[63].uri().unwrap().as_str(), "asset://item/64");

    let few = limits(|limits| limits.max_issues = 2);
    let bundle = Setup::set(&items, body).limits(few).build().read("asset://set").unwrap();
    assert_eq!((bundle.issues().len(), bundle.issues_omitted()), (2, 97));
}

/// G10, G17: what is counted are visible failures only.
#[test]
fn hidden_items_are_not_counted() {
    let set = || Setup::set(&ITEMS, |uri| if uri == ITEMS[0] { text("") } else { failed() });
    let counts = |setup: Setup| {
        let world = setup.limits(limits(|limits| limits.max_issues = 1)).build();
        let bundle = world.read("asset://set").unwrap();
        (bundle.issues().len(), bundle.issues_omitted())
    };
    assert_eq!(counts(set()), (1, 1));
    assert_eq!(counts(set().answer(Ask::See, ITEMS[2], Answer::Hidden)), (1, 0));
    assert_eq!(counts(set().answers(Ask::See, ITEMS[2], [Answer::Yes, Answer::Hidden])), (1, 0));
}

/// G17: nothing is retried by itself.
#[test]
fn nothing_is_retried() {
    let world = partial().build();
    world.read("asset://set").unwrap();
    assert_eq!(world.log.of("body").len(), ITEMS.len());
}
