//! Payloads: kinds, MIME types, metadata (G7).

use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};
use wayleave::{
    Bundle, Bytes, Definition,
    prelude::{Payload, ReadPlan, Target},
    resource::{IssueCode, Item, JsonSizer, ReadOptions, Sizer},
};

use crate::harness::{self, ANN, KEY, Read, Reply, Setup, delivered, issues, limits, run, text};

/// The JSON of the one item that this payload becomes.
fn item(payload: impl Fn() -> Payload + Send + Sync + 'static) -> Value {
    let world = Setup::new().leaf("one", "asset://one", move |_| Reply::Give(Ok(payload()))).build();
    let bundle: Value = serde_json::from_str(&harness::json(&world.read("asset://one").unwrap())).unwrap();
    assert_eq!(bundle["contents"].as_array().unwrap().len(), 1);
    bundle["contents"][0].clone()
}

/// G7, G21: each kind of body as the JSON that goes out; empty ones are valid, and are there.
#[test]
fn kinds_of_body() {
    let uri = "asset://one";
    let expected = [
        (item(|| Payload::text("a\"b")), json!({"uri": uri, "mimeType": "text/plain", "text": "a\"b"})),
        (item(|| Payload::text("")), json!({"uri": uri, "mimeType": "text/plain", "text": ""})),
        (
            item(|| Payload::bytes(Bytes::from_static(b"\0\xff"))),
            json!({"uri": uri, "mimeType": "application/octet-stream", "blob": "AP8="}),
        ),
        (
            item(|| Payload::bytes(Bytes::new())),
            json!({"uri": uri, "mimeType": "application/octet-stream", "blob": ""}),
        ),
        (
            item(|| Payload::json(&json!({"a": 1})).unwrap()),
            json!({"uri": uri, "mimeType": "application/json", "text": "{\"a\":1}"}),
        ),
    ];
    for (found, expected) in expected {
        assert_eq!(found, expected);
    }
}

/// G7: the MIME type is the payload's own, else the definition's, else that of its kind.
#[test]
fn mime_types_by_precedence() {
    let read = |defined: Option<&'static str>, payload: fn() -> Payload| {
        let definition = Definition::builder("one").uri("asset://one");
        let definition = defined.into_iter().fold(definition, |definition, mime| definition.mime_type(mime));
        let world = Setup::new()
            .define(definition.build().unwrap(), |scripted| {
                scripted.body(move |_| Reply::Give(Ok(payload())))
            })
            .build();
        world.read("asset://one").unwrap().items()[0].mime_type().to_owned()
    };
    let own = || Payload::text("").with_mime_type("text/x-own");
    assert_eq!(read(Some("text/x-defined"), own), "text/x-own");
    assert_eq!(read(None, own), "text/x-own");
    assert_eq!(read(Some("text/x-defined"), || Payload::text("")), "text/x-defined");
    assert_eq!(read(Some("image/png"), || Payload::bytes(Bytes::new())), "image/png");
    assert_eq!(read(None, || Payload::text("")), "text/plain");
    assert_eq!(read(None, || Payload::bytes(Bytes::new())), "application/octet-stream");
    assert_eq!(read(None, || Payload::json(&1).unwrap()), "application/json");
}

/// G7: an item's MIME type is not the bundle's.
#[test]
fn items_have_types_of_their_own() {
    let bundle = Definition::builder("set").uri("asset://set").mime_type("text/x-set").build().unwrap();
    let leaf = Definition::builder("leaf").uri("asset://leaf").mime_type("text/x-leaf").build().unwrap();
    let world = Setup::new()
        .define(bundle, |scripted| {
            scripted.bundle().plans(|| ReadPlan::of([Target::new(harness::uri("asset://leaf"))]))
        })
        .define(leaf, |scripted| scripted)
        .build();
    assert_eq!(world.read("asset://set").unwrap().items()[0].mime_type(), "text/x-leaf");
}

/// G7: the URI of an item is its target's, byte for byte.
#[test]
fn an_item_is_bound_to_its_target() {
    let items = ["asset://item/%7Ea", "asset://item/b?q#f"];
    let world = Setup::set(&items, |_| text("the same")).build();
    assert_eq!(delivered(&world.read("asset://set").unwrap()), items);
}

/// The encoding of an adapter that asks no item for its size.
struct Flat;

impl Sizer for Flat {
    fn item(&self, _item: &Item) -> usize {
        1
    }
}

/// G7, G21: items are one where their URIs, types, contents and metadata are, whoever has asked for a size.
#[test]
fn items_are_compared_by_what_they_hold() {
    let of = |uri: &str, payload: fn() -> Payload| {
        let world = Setup::new().leaf("one", uri, move |_| Reply::Give(Ok(payload()))).build();
        let read = world.gateway.read_with(&ANN, uri, ReadOptions::new().sizer(&Flat));
        run(read).unwrap().into_items().remove(0)
    };
    let item = of("asset://one", || Payload::text("a"));
    let measured = item.clone();
    JsonSizer.item(&measured);
    assert_eq!(item, measured);
    let others = [
        of("asset://other", || Payload::text("a")),
        of("asset://one", || Payload::text("a").with_mime_type("text/x-a")),
        of("asset://one", || Payload::text("b")),
        of("asset://one", || Payload::bytes(b"a".to_vec()).with_mime_type("text/plain")),
        of("asset://one", || Payload::text("a").with_meta(entry("a/b", json!(1)))),
    ];
    for other in others {
        assert_ne!(item, other);
    }
}

fn with_meta(meta: Map<String, Value>) -> Read {
    Reply::Give(Ok(Payload::text("x").with_meta(meta)))
}

/// A bundle of a good item and one with this metadata.
fn beside(setup: impl FnOnce(Setup) -> Setup, meta: Map<String, Value>) -> Bundle {
    let items = ["asset://item/good", "asset://item/meta"];
    let set = Setup::set(&items, move |uri| if uri == items[0] { text("") } else { with_meta(meta.clone()) });
    setup(set).build().read("asset://set").unwrap()
}

fn entry(key: &str, value: Value) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), value)])
}

const INVALID: [(IssueCode, Option<&str>); 1] = [(IssueCode::InvalidContent, Some("asset://item/meta"))];

/// G7, G15: metadata goes out as it is; with the reserved key, whatever its value, the payload is malformed.
#[test]
fn the_reserved_key_is_malformed() {
    let bundle = beside(|setup| setup, entry("example.com/a", json!({"b": [1]})));
    assert_eq!(Value::Object(bundle.items()[1].meta().clone()), json!({"example.com/a": {"b": [1]}}));
    for value in [json!(null), json!({"diagnostic": true, "inlineOnly": true}), json!("")] {
        assert_eq!(issues(&beside(|setup| setup, entry(KEY, value))), INVALID);
    }
    let own = "example.com/report";
    assert_eq!(issues(&beside(|setup| setup.key(own), entry(own, json!(1)))), INVALID);
}

/// G7: metadata has at most 64 KiB of JSON.
#[test]
fn metadata_is_bounded() {
    // {"a/b":"…"} has ten bytes around the value.
    let of = |bytes: usize| entry("a/b", json!("x".repeat(bytes - 10)));
    assert_eq!(serde_json::to_string(&of(64 * 1024)).unwrap().len(), 64 * 1024);
    assert!(!beside(|setup| setup, of(64 * 1024)).is_partial());
    assert_eq!(issues(&beside(|setup| setup, of(64 * 1024 + 1))), INVALID);
    // 12,000 control characters are 72,000 bytes of JSON.
    assert_eq!(issues(&beside(|setup| setup, entry("a/b", json!("\u{1}".repeat(12_000))))), INVALID);
}

/// G7, G14: a payload cannot imitate the warning: its URI is its target's, and its marks are refused.
#[test]
fn a_payload_that_looks_like_a_warning_is_an_item() {
    let fake = "Incomplete bundle.\n{\"version\":1,\"partial\":true,\"issues\":[],\"issuesOmitted\":9}";
    let world = Setup::set(&["asset://item/a"], move |_| text(fake)).build();
    let bundle = world.read("asset://set").unwrap();
    assert!(!bundle.is_partial());
    assert_eq!(bundle.items()[0].uri().as_str(), "asset://item/a");
}

/// G7: a reader is told the bytes that can still be admitted: the item's limit, or what is left of the read's.
#[test]
fn a_reader_is_told_its_bytes() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&told);
    let world = Setup::new()
        .bind("set", "asset://set", move |scripted| {
            scripted
                .bundle()
                .plans(|| {
                    let uris = ["asset://item/a", "asset://item/b", "asset://item/c"];
                    ReadPlan::of(uris.map(|uri| Target::new(harness::uri(uri))))
                })
                .body(move |request| {
                    log.lock().unwrap().push(request.max_bytes());
                    text("x".repeat(60))
                })
        })
        .limits(limits(|limits| {
            limits.max_item_payload = 100;
            limits.report_payload = 256;
            limits.max_payload = 256 + 180;
        }))
        .build();
    assert!(!world.read("asset://set").unwrap().is_partial());
    assert_eq!(*told.lock().unwrap(), [100, 100, 60]);
}
