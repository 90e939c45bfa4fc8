//! A report within its reserves (G22).

use serde_json::Value;
use wayleave::{Bundle, Limits, prelude::ReadFailure, resource::ReadFailureKind as Kind};

use crate::harness::{KEY, Setup, failed, json, limits, text};

/// A partial read of one good item and `failures` failed ones with URIs of about `bytes` bytes.
fn read(failures: usize, bytes: usize, change: impl FnOnce(&mut Limits)) -> Result<Bundle, ReadFailure> {
    let mut items = vec!["asset://item/good".to_owned()];
    items.extend((0..failures).map(|item| format!("asset://item/{item}-{}", "x".repeat(bytes))));
    let items: Vec<_> = items.iter().map(String::as_str).collect();
    Setup::set(&items, |uri| if uri == "asset://item/good" { text("") } else { failed() })
        .limits(limits(change))
        .build()
        .read("asset://set")
}

/// The report's share of a result: its payload, its encoded size, its metadata.
fn shares(bundle: &Bundle) -> (usize, usize, usize) {
    let all: Value = serde_json::from_str(&json(bundle)).unwrap();
    let payload = all["contents"][0]["text"].as_str().unwrap().len();
    let metadata = all["_meta"].to_string().len();
    (payload, all["contents"][0].to_string().len() + metadata, metadata)
}

/// How many issues have a URI, how many are listed, and how many are not.
fn counts(bundle: &Bundle) -> (usize, usize, usize) {
    let named = bundle.issues().iter().filter(|issue| issue.uri().is_some()).count();
    (named, bundle.issues().len(), bundle.issues_omitted())
}

/// G22: the order of shrinking, in the payload's reserve: first URIs from the end, then issues from the end; and
/// no more goes than must.
#[test]
fn uris_go_first_and_then_issues() {
    let full = read(6, 40, |_| ()).unwrap();
    let whole = shares(&full).0;
    assert_eq!(counts(&full), (6, 6, 0));
    let mut last = counts(&full);
    for reserve in (256..=whole).rev() {
        let bundle = read(6, 40, |limits| limits.report_payload = reserve).unwrap();
        assert!(bundle.is_partial());
        assert!(shares(&bundle).0 <= reserve, "within {reserve}");
        let (named, listed, omitted) = counts(&bundle);
        assert_eq!(listed + omitted, 6, "the total stays");
        assert!(named == 0 || listed == 6, "no issue goes while there is a URI");
        for (index, issue) in bundle.issues().iter().enumerate() {
            assert_eq!(issue.code(), full.issues()[index].code(), "a prefix of the issues");
            assert_eq!(issue.uri().is_some(), index < named, "URIs go from the end");
        }
        let step = (last.0 - named) + (last.1 - listed);
        assert!(
            step <= 1,
            "one step for one byte less: {last:?} to {:?} at {reserve}",
            (named, listed, omitted)
        );
        if step == 1 {
            let before = read(6, 40, |limits| limits.report_payload = reserve + 1).unwrap();
            assert_eq!(shares(&before).0, reserve + 1, "nothing goes before it must");
        }
        last = (named, listed, omitted);
    }
    assert_eq!(last.0, 0, "the smallest reserve holds no URI");
}

/// G22: the metadata's reserve and the encoded one are kept as well.
#[test]
fn every_reserve_is_kept() {
    for reserve in (1_024..6_000).step_by(97) {
        let bundle = read(30, 60, |limits| limits.report_encoded = reserve).unwrap();
        assert!(shares(&bundle).1 <= reserve, "{:?} within {reserve}", shares(&bundle));
        assert_eq!(bundle.issues().len() + bundle.issues_omitted(), 30);

        let bundle = read(30, 60, |limits| limits.report_metadata = reserve).unwrap();
        assert!(shares(&bundle).2 <= reserve, "{:?} within {reserve}", shares(&bundle));
        assert_eq!(bundle.issues().len() + bundle.issues_omitted(), 30);
    }
}

/// G22: the smallest reserves that may be configured hold a report of every read that may be made.
#[test]
fn the_smallest_reserves_hold_a_report() {
    let bundle = read(1_023, 200, |limits| {
        (limits.report_payload, limits.report_encoded) = (256, 1_024);
    })
    .unwrap();
    assert_eq!(bundle.issues().len() + bundle.issues_omitted(), 1_023);
}

/// G15, G22: a key of 128 bytes is counted in the reserves, and the smallest of them hold it.
#[test]
fn the_longest_key_is_counted() {
    let key = format!("example.com/{}", "k".repeat(116));
    for reserve in (1_024..2_200).step_by(7) {
        let items = ["asset://item/good", "asset://item/a", "asset://item/b", "asset://item/c"];
        let world = Setup::set(&items, |uri| if uri == "asset://item/good" { text("") } else { failed() })
            .key(&key)
            .limits(limits(|limits| limits.report_encoded = reserve))
            .build();
        let bundle = world.read("asset://set").unwrap();
        assert!(shares(&bundle).1 <= reserve, "{:?} within {reserve}", shares(&bundle));
        assert_eq!(bundle.issues().len() + bundle.issues_omitted(), 3);
    }
}

/// G7, G22: reported metadata has at most 64 KiB, however large its own limit is.
#[test]
fn reported_metadata_has_its_fixed_bound() {
    let bundle = read(1_000, 200, |limits| {
        limits.max_issues = 1_000;
        (limits.report_payload, limits.report_encoded, limits.report_metadata) =
            (1_000_000, 1_000_000, 1_000_000);
    })
    .unwrap();
    assert!(shares(&bundle).2 <= 64 * 1024);
    assert_eq!(bundle.issues().len() + bundle.issues_omitted(), 1_000);
}

/// G22: where the smallest report cannot fit, the read fails, and says no more than that.
#[test]
fn no_room_for_the_smallest_report() {
    let smallest = r#"{"version":1,"partial":true,"issues":[],"issuesOmitted":1}"#;
    let metadata = format!(r#"{{"{KEY}":{smallest}}}"#).len();
    let fits = read(1, 40, |limits| limits.report_metadata = metadata).unwrap();
    assert_eq!(counts(&fits), (0, 0, 1));
    let failure = read(1, 40, |limits| limits.report_metadata = metadata - 1).unwrap_err();
    assert_eq!(*failure.kind(), Kind::ResultTooLarge);
    assert!(failure.to_string().len() < 200);
}

/// G15, G22: the report of a complete read is in its metadata's reserve too, or the read fails.
#[test]
fn a_complete_report_keeps_its_reserve() {
    let complete =
        format!(r#"{{"{KEY}":{{"version":1,"partial":false,"issues":[],"issuesOmitted":0}}}}"#).len();
    read(0, 0, |limits| limits.report_metadata = complete).unwrap();
    let failure = read(0, 0, |limits| limits.report_metadata = complete - 1).unwrap_err();
    assert_eq!(*failure.kind(), Kind::ResultTooLarge);
}
