//! Predicted sizes and those of the JSON that goes out, for random bundles (G21).

use std::sync::{Arc, Mutex};

use serde_json::{Map, Number, Value, json};
use wayleave::{
    Bytes,
    prelude::{Payload, ReadError},
    resource::{JsonSizer, Sizer},
};

use crate::harness::{Numbers, Reply, Setup, World, json as written};

const BUNDLES: u64 = 10_000;
const ITEMS: [&str; 4] =
    ["asset://item/a", "asset://item/b%22", "asset://item/c?q='%5C'", "asset://item/%F0%9F%8C%8D#~"];

/// The payload that each item has next; nothing where its reader fails.
type Payloads = Arc<Mutex<Vec<Option<Payload>>>>;

fn world(payloads: &Payloads) -> World {
    let payloads = Arc::clone(payloads);
    Setup::set(&ITEMS, move |uri| {
        let place = ITEMS.iter().position(|item| *item == uri).unwrap();
        Reply::Give(payloads.lock().unwrap()[place].clone().ok_or_else(|| ReadError::failed("")))
    })
    .build()
}

/// A text that holds the character of this number, over and over through the first 256, among others of every class.
fn text(numbers: &mut Numbers, number: u64) -> String {
    let own = char::from(u8::try_from(number % 256).unwrap());
    match numbers.below(6) {
        0 => String::new(),
        1 => own.to_string(),
        2 => numbers.pick(&["\"", "\\", "\u{2028}", "\u{d7ff}\u{e000}", "🌍", "\u{10ffff}"]).to_owned(),
        _ => format!("{}{own}{}", numbers.text(20), numbers.text(20)),
    }
}

fn meta(numbers: &mut Numbers, number: u64) -> Map<String, Value> {
    (0..numbers.below(4)).map(|_| (text(numbers, number), value(numbers, number, 3))).collect()
}

fn value(numbers: &mut Numbers, number: u64, depth: usize) -> Value {
    match numbers.below(if depth == 0 { 6 } else { 8 }) {
        0 => numbers.pick(&[json!(null), json!(true), json!(false), json!([]), json!({})]),
        1 => json!(numbers.next()),
        2 => json!(numbers.next().cast_signed()),
        // Any float there is, of those that JSON has.
        3 => Number::from_f64(f64::from_bits(numbers.next())).map_or(json!(null), Value::Number),
        4 => json!(numbers.pick(&[0.0, -0.0, 1.0, 1e15, 1e16, 1e21, -1.5e-7, f64::MAX, f64::MIN_POSITIVE])),
        5 => json!(text(numbers, number)),
        6 => (0..numbers.below(4)).map(|_| value(numbers, number, depth - 1)).collect(),
        _ => Value::Object(
            (0..numbers.below(4))
                .map(|_| (text(numbers, number), value(numbers, number, depth - 1)))
                .collect(),
        ),
    }
}

fn payload(numbers: &mut Numbers, number: u64) -> Option<Payload> {
    let payload = match numbers.below(8) {
        0 => return None,
        1 => Payload::text(""),
        2 => Payload::bytes(Bytes::new()),
        3 | 4 => {
            let length = numbers.between(1, 12);
            Payload::bytes((0..length).map(|_| numbers.below(256) as u8).collect::<Vec<_>>())
        }
        _ => Payload::text(text(numbers, number)),
    };
    let payload = match numbers.below(4) {
        0 => payload.with_mime_type("text/x.y+json;charset=\"utf-8\""),
        _ => payload,
    };
    Some(payload.with_meta(meta(numbers, number)))
}

/// G21: what a bundle and each of its items are said to take is what they take, whatever is in them.
#[test]
fn predicted_sizes_are_those_written() {
    let payloads = Payloads::default();
    let world = world(&payloads);
    let (mut partial, mut failed) = (0, 0);
    for number in 0..BUNDLES {
        let mut numbers = Numbers::new(number);
        let numbers = &mut numbers;
        *payloads.lock().unwrap() = ITEMS.iter().map(|_| payload(numbers, number)).collect();
        let Ok(bundle) = world.read("asset://set") else {
            failed += 1;
            continue;
        };
        partial += usize::from(bundle.is_partial());
        let all = written(&bundle);
        assert_eq!(bundle.encoded_bytes(), all.len(), "bundle {number}: {all}");
        for item in bundle.items() {
            let one = serde_json::to_string(item).unwrap();
            assert_eq!(JsonSizer.item(item), one.len(), "bundle {number}: {one}");
        }
    }
    assert!(partial > 1_000 && failed < 100, "{partial} partial, {failed} failed");
}

/// G21: every character there is, alone.
#[test]
fn every_character_has_its_size() {
    let payloads = Payloads::default();
    let world = world(&payloads);
    // Some at a time, for there are a million; those of one byte, which may be escaped, are alone further down.
    let all: Vec<char> = ('\0'..=char::MAX).collect();
    for some in all.chunks(4_096) {
        let texts = some.chunks(1_024).map(|some| Some(Payload::text(some.iter().collect::<String>())));
        *payloads.lock().unwrap() =
            texts.chain(std::iter::repeat_with(|| Some(Payload::text("")))).take(4).collect();
        let bundle = world.read("asset://set").unwrap();
        assert_eq!(bundle.encoded_bytes(), written(&bundle).len(), "from {:?} on", some[0]);
    }
    for character in (0..=0xff).map(char::from) {
        *payloads.lock().unwrap() = vec![Some(Payload::text(character.to_string())); 4];
        let bundle = world.read("asset://set").unwrap();
        assert_eq!(bundle.encoded_bytes(), written(&bundle).len(), "{character:?}");
    }
}

/// G21: bytes of every length modulo three, the empty one included.
#[test]
fn every_length_of_bytes_has_its_size() {
    let payloads = Payloads::default();
    let world = world(&payloads);
    for length in (0..64).chain([254, 255, 256, 1_023, 1_024, 1_025, 70_000]) {
        *payloads.lock().unwrap() = vec![Some(Payload::bytes(vec![0xfb; length])); 4];
        let bundle = world.read("asset://set").unwrap();
        assert_eq!(bundle.encoded_bytes(), written(&bundle).len(), "{length} bytes");
    }
}
