//! Admission: what fits, what does not, and what ends it (G20, G21).

use serde_json::Map;
use wayleave::{
    Bundle, Bytes, Limits,
    prelude::{Payload, ReadError},
    resource::{IssueCode, ReadFailureKind as Kind},
};

use crate::harness::{Answer, Ask, Read, Reply, Setup, World, delivered, failed, issues, json, limits, text};

const ITEMS: [&str; 4] = ["asset://item/a", "asset://item/b", "asset://item/c", "asset://item/d"];

/// The payload that items may have in all.
const SPACE: usize = 1_000;

/// A bundle whose items have texts of these sizes, in a read that has space for 1,000 bytes of payload.
fn sized(sizes: [usize; 4]) -> World {
    Setup::set(&ITEMS, move |uri| text("x".repeat(sizes[place(uri)]))).limits(limits(narrow)).build()
}

fn narrow(limits: &mut Limits) {
    limits.max_payload = limits.report_payload + SPACE;
}

fn place(uri: &str) -> usize {
    ITEMS.iter().position(|item| *item == uri).unwrap()
}

fn over(items: &[usize]) -> Vec<(IssueCode, Option<&'static str>)> {
    items.iter().map(|&item| (IssueCode::BudgetExceeded, Some(ITEMS[item]))).collect()
}

/// G20: the report's payload is reserved throughout; what is left may be used to the last byte.
#[test]
fn equal_fits() {
    let world = sized([600, 300, 99, 1]);
    assert!(!world.read("asset://set").unwrap().is_partial());
    let world = sized([SPACE, 0, 0, 0]);
    assert!(!world.read("asset://set").unwrap().is_partial(), "empty texts always fit");
}

/// G20: an item that fits alone and exceeds what is left ends the admission: the prefix stays, nothing more is read.
#[test]
fn what_fits_alone_ends_the_admission() {
    let world = sized([600, 401, 1, 1]);
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(delivered(&bundle), ITEMS[..1]);
    assert_eq!(issues(&bundle), over(&[1, 2, 3]));
    assert_eq!(world.log.of("body").len(), 2, "no body is read after the end");
}

/// G20: an item that would not fit an empty bundle costs itself alone.
#[test]
fn what_never_fits_costs_itself_alone() {
    let world = sized([600, SPACE + 1, 399, 1]);
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(delivered(&bundle), [ITEMS[0], ITEMS[2], ITEMS[3]]);
    assert_eq!(issues(&bundle), over(&[1]));
}

/// G20: so does one over the limit of an item.
#[test]
fn an_item_over_its_limit_costs_itself_alone() {
    let world = Setup::set(&ITEMS, |uri| text("x".repeat(if uri == ITEMS[1] { 101 } else { 100 })))
        .limits(limits(|limits| limits.max_item_payload = 100))
        .build();
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(delivered(&bundle), [ITEMS[0], ITEMS[2], ITEMS[3]]);
    assert_eq!(issues(&bundle), over(&[1]));
}

/// G10, G20: unattempted items get their code only where they are visible, and in the end.
#[test]
fn unattempted_items_are_judged() {
    let world = sized([600, 401, 1, 1]);
    world.policy.answer(Ask::See, ITEMS[2], [Answer::Yes, Answer::Hidden]);
    world.policy.answer(Ask::Read, ITEMS[3], [Answer::Deny; 2]);
    let bundle = world.read("asset://set").unwrap();
    let mut expected = over(&[1]);
    expected.push((IssueCode::Unavailable, Some(ITEMS[3])));
    assert_eq!(issues(&bundle), expected);
}

/// G20: items that fail or are refused use up no space and no place.
#[test]
fn failures_use_no_space() {
    let world = Setup::set(&ITEMS, |uri| match place(uri) {
        0 | 1 => failed(),
        _ => text("x".repeat(SPACE / 2)),
    })
    .limits(limits(|limits| {
        narrow(limits);
        limits.max_items = 2;
    }))
    .build();
    assert_eq!(delivered(&world.read("asset://set").unwrap()), ITEMS[2..]);
}

/// G20: a reached count of items ends the admission before another body is read.
#[test]
fn the_count_of_items_ends_the_admission() {
    let world = Setup::set(&ITEMS, |uri| text(uri)).limits(limits(|limits| limits.max_items = 2)).build();
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(delivered(&bundle), ITEMS[..2]);
    assert_eq!(issues(&bundle), over(&[2, 3]));
    assert_eq!(world.log.of("body").len(), 2);
    assert_eq!(bundle.items().len(), 3, "the warning is not counted");
}

/// G20: a count that is exactly reached is no omission.
#[test]
fn the_count_of_items_may_be_reached() {
    let world = Setup::set(&ITEMS, |uri| text(uri)).limits(limits(|limits| limits.max_items = 4)).build();
    assert!(!world.read("asset://set").unwrap().is_partial());
}

/// G7, G20: a reader that refuses for the size counts as if its body had been read.
#[test]
fn a_readers_refusal_counts_like_its_body() {
    // What the second reader says, and which items then have an issue.
    let refusals: [(u64, &[usize]); 4] =
        [(401, &[1, 2, 3]), (1_000, &[1, 2, 3]), (1_001, &[1]), (u64::MAX, &[1])];
    for (bytes, expected) in refusals {
        let world = Setup::set(&ITEMS, move |uri| match place(uri) {
            0 => text("x".repeat(600)),
            1 => Reply::Give(Err(ReadError::too_large(Some(bytes)))),
            _ => text("x"),
        })
        .limits(limits(narrow))
        .build();
        assert_eq!(issues(&world.read("asset://set").unwrap()), over(expected), "{bytes}");
    }
}

/// Payloads of every kind, and with everything that JSON escapes.
fn payloads() -> Vec<Payload> {
    let meta =
        || Map::from_iter([("example.com/m".to_owned(), serde_json::json!({"a\n": [1.5, null, "\u{7f}é"]}))]);
    let mut payloads: Vec<Payload> =
        (0..5).map(|bytes| Payload::bytes(Bytes::from(vec![0xff; bytes]))).collect();
    payloads.extend([
        Payload::text(""),
        Payload::text("plain"),
        Payload::text("\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}"),
        Payload::text("é😀\u{2028}\u{feff}"),
        Payload::text("x").with_meta(meta()),
        Payload::bytes(Bytes::from_static(b"abc")).with_meta(meta()),
        Payload::text("x").with_mime_type("text/plain; charset=\"utf-8\""),
        Payload::json(&serde_json::json!({"a": "\""})).unwrap(),
    ]);
    payloads
}

/// G21: an item's encoded size is that of its JSON, to the byte, for every kind of content.
#[test]
fn encoded_sizes_are_exact() {
    for payload in payloads() {
        let read = |encoded: usize| {
            let payload = payload.clone();
            Setup::new()
                .leaf("one", "asset://one", move |_| Reply::Give(Ok(payload.clone())))
                .limits(limits(|limits| limits.max_item_encoded = encoded))
                .build()
                .read("asset://one")
        };
        let exact = serde_json::to_string(&read(0).unwrap().items()[0]).unwrap().len();
        assert!(read(exact).is_ok(), "{payload:?}: {exact} bytes fit into as many");
        assert_eq!(*read(exact - 1).unwrap_err().kind(), Kind::NothingDelivered, "{payload:?}: {exact}");
    }
}

/// Every partial or complete result that these limits allow, for growing texts full of escapes.
fn full(max_encoded: usize, piece: &'static str) -> Bundle {
    Setup::set(&ITEMS, move |uri| if uri == ITEMS[2] { failed() } else { text(piece.repeat(40)) })
        .limits(limits(|limits| {
            limits.report_encoded = 1_024;
            limits.max_encoded = max_encoded;
        }))
        .build()
        .read("asset://set")
        .unwrap()
}

/// G20, G21: whatever is admitted, the result and 8 KiB of framing are within `maxEncoded`, report included.
#[test]
fn the_result_is_within_its_limit() {
    for piece in ["x", "\u{1}", "\"", "é"] {
        let one = serde_json::to_string(&piece.repeat(40)).unwrap().len() + 60;
        let least = 1_024 + 8_448 + one;
        let mut admitted = std::collections::BTreeSet::new();
        for max_encoded in least..least + 3 * one {
            let bundle = full(max_encoded, piece);
            assert!(json(&bundle).len() + 8_192 <= max_encoded, "{max_encoded}");
            admitted.insert(delivered(&bundle).len());
        }
        assert!(admitted.len() > 1, "the limit is met on the way: {admitted:?}");
    }
}

/// G20: the encoded size ends the admission just as the payload does.
#[test]
fn the_encoded_size_ends_the_admission() {
    // A control character is one byte of payload and six of JSON.
    let world = Setup::set(&ITEMS, |uri| text("\u{1}".repeat(if uri == ITEMS[3] { 1 } else { 1_000 })))
        .limits(limits(|limits| {
            limits.report_encoded = 1_024;
            limits.max_encoded = 1_024 + 8_448 + 12_500;
        }))
        .build();
    let bundle = world.read("asset://set").unwrap();
    assert_eq!(delivered(&bundle), ITEMS[..2]);
    assert_eq!(issues(&bundle), over(&[2, 3]), "the last would fit, and comes after the end");
    assert_eq!(world.log.of("body").len(), 3);
}

/// G20: an item whose encoded size no empty bundle could hold costs itself alone.
#[test]
fn an_encoded_size_that_never_fits_costs_itself_alone() {
    let world = Setup::set(&ITEMS, |uri| text("\u{1}".repeat(if uri == ITEMS[1] { 1_000 } else { 10 })))
        .limits(limits(|limits| {
            limits.report_encoded = 1_024;
            limits.max_encoded = 1_024 + 8_448 + 5_000;
        }))
        .build();
    assert_eq!(issues(&world.read("asset://set").unwrap()), over(&[1]));
}

/// G20: the default space is the table's: 16 MiB of payload with 16 KiB for the report.
#[test]
fn the_default_space() {
    let mib = 1 << 20;
    let sizes = [8 * mib, 8 * mib - 16 * 1024, 0, 0];
    let blob =
        move |uri: &str| -> Read { Reply::Give(Ok(Payload::bytes(Bytes::from(vec![0; sizes[place(uri)]])))) };
    assert!(!Setup::set(&ITEMS, blob).build().read("asset://set").unwrap().is_partial());
    let more = move |uri: &str| -> Read {
        Reply::Give(Ok(Payload::bytes(Bytes::from(vec![
            0;
            sizes[place(uri)] + usize::from(uri == ITEMS[1])
        ]))))
    };
    assert_eq!(issues(&Setup::set(&ITEMS, more).build().read("asset://set").unwrap()), over(&[1, 2, 3]));
}
