//! What readers answer (G7).

use serde_json::{Map, Value, json};

use super::{Act, BodyReply, Numbers, act};
use crate::model::case::{BAD_MIME_TYPES, Content};

/// Of `kinds` kinds, the first eight are bad.
pub(super) fn reader(numbers: &mut Numbers, place: usize, key: &str, kinds: usize) -> Act<BodyReply> {
    let answer = match numbers.below(kinds) {
        0 => BodyReply::Unavailable,
        1 | 2 => BodyReply::Fails,
        3 => BodyReply::Invalid,
        4 => BodyReply::TooLarge(numbers.pick(&[None, Some(0), Some(50), Some(100_000), Some(u64::MAX)])),
        5 => {
            let mime_type = numbers.pick(&BAD_MIME_TYPES);
            gives(numbers, place, Map::new(), Some(mime_type))
        }
        6 => gives(numbers, place, Map::from_iter([(key.to_owned(), json!({}))]), None),
        7 if numbers.once_in(4) => {
            // Exactly as much as there may be, and a byte more.
            let size = 64 * 1_024 - r#"{"m":""}"#.len() + numbers.below(2);
            gives(numbers, place, Map::from_iter([("m".to_owned(), json!("x".repeat(size)))]), None)
        }
        _ => {
            let meta = meta(numbers, key);
            let mime_type =
                numbers.pick(&[None, None, Some("text/csv;charset=utf-8"), Some("application/x.y+json")]);
            gives(numbers, place, meta, mime_type)
        }
    };
    act(numbers, kinds / 2, answer)
}

fn gives(
    numbers: &mut Numbers,
    place: usize,
    meta: Map<String, Value>,
    mime_type: Option<&'static str>,
) -> BodyReply {
    let size = match numbers.below(30) {
        0..=3 => 0,
        4 if numbers.once_in(2) => numbers.between(100, 4_000),
        _ => numbers.below(60),
    };
    let body = if numbers.once_in(3) {
        let mark = mark(place).into_bytes();
        Content::Bytes(mark.into_iter().chain((0..).map(|_| numbers.below(256) as u8)).take(size).collect())
    } else {
        Content::Text(mark(place).chars().chain((0..).map(|_| numbers.character())).take(size).collect())
    };
    BodyReply::Gives { body, mime_type, meta }
}

/// The bytes of a [`mark`]: a multiple of three, so that its base64 stands by itself.
pub(in crate::model) const MARK_BYTES: usize = 9;

/// What a body that is long enough begins with.
fn mark(place: usize) -> String {
    format!("body-{place:03};")
}

fn meta(numbers: &mut Numbers, key: &str) -> Map<String, Value> {
    let mut meta = Map::new();
    while numbers.once_in(4) {
        let name = numbers.pick(&["a", "é\"", "example.com/x", "\u{2028}"]);
        // Nested, the reserved key is no one's business.
        let value = numbers.pick(&[
            json!(null),
            json!([1, -2.5e-7, "\n"]),
            json!({ key: { "deep": [[]] } }),
            json!(u64::MAX),
        ]);
        meta.insert(name.to_owned(), value);
    }
    meta
}
