//! What goes out is as large as the gateway has counted (G21).

use proptest::{collection::vec, prelude::*};
use serde_json::{Map, Value, json};
use wayleave::{
    model::Limits,
    prelude::Payload,
    resource::{JsonSizer, Sizer},
};

use crate::harness::{Hall, Revision, Served, exact};

/// Each character class of JSON: escaped short and long, quotes, ASCII, two to four bytes, surrogate pairs.
fn text() -> impl Strategy<Value = String> {
    let class = prop_oneof![
        Just('"'),
        Just('\\'),
        Just('/'),
        prop::char::range('\0', '\u{1f}'),
        prop::char::range(' ', '~'),
        prop::char::range('\u{7f}', '\u{9f}'),
        Just('\u{2028}'),
        any::<char>(),
    ];
    vec(class, 0..40).prop_map(String::from_iter)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((text(), inner), 0..4).prop_map(|entries| Value::Object(Map::from_iter(entries))),
        ]
    })
}

fn payload() -> impl Strategy<Value = Payload> {
    let body = prop_oneof![
        text().prop_map(Payload::text),
        vec(any::<u8>(), 0..100).prop_map(Payload::bytes),
        Just(Payload::text("")),
        Just(Payload::bytes(&b""[..])),
    ];
    let mime = prop::option::of(prop_oneof![
        Just("text/x"),
        Just("application/vnd.a+json; charset=utf-8; note=\"a\\\"b\"")
    ]);
    let meta = prop::option::of(vec(("[a-z]{1,5}", value()), 0..3));
    (body, mime, meta).prop_map(|(payload, mime, meta)| {
        let payload = match mime {
            Some(mime) => payload.with_mime_type(mime),
            None => payload,
        };
        payload.with_meta(meta.map(Map::from_iter).unwrap_or_default())
    })
}

const ITEMS: [&str; 6] =
    ["hall://i/0", "hall://i/1?q='%22'", "hall://i/%E2%82%AC", "hall://i/3", "hall://i/4", "hall://i/5"];

/// The most that a result has beside what is counted.
const ENVELOPE: usize = r#""resultType":"complete","ttlMs":9007199254740991,"cacheScope":"private","#.len();

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_result_is_what_was_counted_and_a_small_envelope(
        payloads in vec(prop::option::weighted(0.8, payload()), 1..ITEMS.len()),
        revision in prop::sample::select(&Revision::ALL[..]),
    ) {
        let run_time = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        run_time.block_on(async {
            let mut hall = Hall::new();
            for (n, payload) in payloads.iter().enumerate() {
                let served = payload.clone().map_or_else(Served::failing, Served::payload);
                hall = hall.serve(exact(&format!("i{n}"), ITEMS[n]), served);
            }
            let items: Vec<_> = ["hall://welcome"].into_iter().chain(ITEMS.into_iter().take(payloads.len())).collect();
            let scene = hall.serve(exact("all", "hall://all"), Served::bundle(&items)).open();
            let bundle = scene.live.current().read(&"guest".into(), "hall://all").await.unwrap();
            let counted = JsonSizer.result(&bundle);
            assert_eq!(serde_json::to_string(&bundle).unwrap().len(), counted);

            let answer = scene.connect(revision).await.request("resources/read", json!({ "uri": "hall://all" })).await;
            let frame = format!(r#"{{"jsonrpc":"2.0","id":{},"result":}}"#, answer.json["id"]);
            let sent = answer.line.len() - frame.len();
            assert!((counted..=counted + ENVELOPE).contains(&sent), "{sent} of {counted}");
            assert_eq!(sent == counted, !revision.is_modern());
            // What the wire reserve is for.
            assert!(frame.len() + ENVELOPE < Limits::WIRE_RESERVE / 16);
            // And each item goes out byte by byte as it was counted; but a warning's identity is its read's own.
            for item in bundle.items().iter().skip(usize::from(bundle.is_partial())) {
                let item = serde_json::to_string(item).unwrap();
                assert!(answer.line.contains(&item), "{item} in {}", answer.line);
            }
            assert_eq!(answer.result()["_meta"], serde_json::to_value(&bundle).unwrap()["_meta"]);
        });
    }
}
