//! What JSON a schema may be, beside a reader made of another library (C3, C5).

use std::{collections::HashSet, fmt};

use proptest::{collection::vec, prelude::*, sample::Index};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use wayleave::catalog::{Schema, SchemaFault, bounds::SCHEMA_LEVELS};

/// Reads any value nested no deeper than so many levels, in which no object has a key twice.
#[derive(Clone, Copy)]
struct Strict(usize);

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Strict {
    fn inside<E: Error>(self) -> Result<Self, E> {
        self.0.checked_sub(1).map(Self).ok_or_else(|| E::custom("too deep"))
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let inside = self.inside()?;
        while items.next_element_seed(inside)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let inside = self.inside()?;
        let mut keys = HashSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            if !keys.insert(key) {
                return Err(A::Error::custom("there twice"));
            }
            entries.next_value_seed(inside)?;
        }
        Ok(())
    }
}

/// An object that is read to its end.
struct Object;

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Strict(SCHEMA_LEVELS)).map(|()| Self)
    }
}

/// An object, or nearly so: with keys that are there twice, now and then, and strings of every kind and length.
fn any_json() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        200 => "[a-z ]{0,20}",
        20 => prop_oneof![r"\\u006[1-3]", r"\\ud83d\\ude00", r#"\\[\\"/bfnrt]"#, "é", "\u{202e}", "\u{7f}"],
        4 => prop_oneof![r"\\ud[89a-f]00", r"\\ud83d\\u[dD][8b-f]0", r"\\[x0u]", "[\u{1}\t]"],
    ];
    let string = vec(part, 0..3).prop_map(|parts| format!("\"{}\"", parts.concat())).boxed();
    let key = prop_oneof![10 => r#""[a-z]{3,12}""#, 1 => r#""([ab]|\\u006[12])""#, 1 => string.clone()];
    let space = || prop_oneof![8 => Just(""), 1 => Just(" "), 1 => Just("\r\n\t ")];
    let scalar = prop_oneof![
        6 => string,
        1 => Just("true".to_owned()),
        1 => Just("false".to_owned()),
        1 => Just("null".to_owned()),
        4 => "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,2})?([eE][-+]?[0-9]{1,2})?",
        1 => "-?[0-9]{1,2}[eE]?[0-9]{3}",
    ];
    let object = move |value: BoxedStrategy<String>| {
        let entry = (space(), key.clone(), space(), space(), value, space())
            .prop_map(|(one, key, two, three, value, four)| format!("{one}{key}{two}:{three}{value}{four}"));
        // Beyond a dozen keys, those that are there twice are found in another way.
        let entries = prop_oneof![6 => vec(entry.clone(), 0..4), 1 => vec(entry, 10..16)];
        entries.prop_map(|entries| format!("{{{}}}", entries.join(","))).boxed()
    };
    let nested = object.clone();
    let value = scalar.prop_recursive(4, 16, 4, move |inner| {
        prop_oneof![
            1 => vec(inner.clone(), 0..5).prop_map(|items| format!("[{}]", items.join(" , "))),
            3 => nested(inner.boxed()),
            1 => Just("{ }".to_owned()),
            1 => Just("[\n]".to_owned()),
        ]
    });
    object(value.boxed())
}

/// Small changes to a text.
fn any_edits() -> impl Strategy<Value = Vec<(Index, usize, String)>> {
    vec((any::<Index>(), 0usize..2, "[\\[\\]{}\",:\\\\ae0u.\\-é \n]{0,2}"), 0..3)
}

fn edit(text: &mut String, edits: &[(Index, usize, String)]) {
    for (at, removed, put) in edits {
        let places: Vec<usize> = text.char_indices().map(|(place, _)| place).chain([text.len()]).collect();
        let first = at.index(places.len());
        let last = places.get(first + removed).copied().unwrap_or(text.len());
        text.replace_range(places[first]..last, put);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_schema_is_what_a_strict_reader_takes(text in any_json(), edits in any_edits()) {
        let mut text = text;
        edit(&mut text, &edits);
        let (ours, theirs) = (Schema::parse(&text), serde_json::from_str::<Object>(&text));
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{:?} and {:?}", ours, theirs.err());
        if let Err(SchemaFault::Json(fault)) = ours {
            prop_assert!(fault.to_string().len() < 200, "{}", fault);
        }
    }
}

/// Near the largest double readers differ, and what one of them refuses is refused: the text inside is never unseen.
#[test]
fn numbers_near_the_largest_are_those_that_a_tree_can_hold() {
    let mut both = [0; 2];
    for digits in 0..400u64 {
        let mantissa = 179_769_313_486_231_570_u64 + digits - 200;
        let plain = format!("{mantissa}{}", "0".repeat(291));
        for number in [format!("{mantissa}e291"), format!("-{}.{}e308", 1, mantissa % 10u64.pow(17)), plain] {
            let text = format!("{{\"a\":[{number}],\"b\":\"\u{202e}\"}}");
            let theirs = serde_json::from_str::<Object>(&text).is_ok();
            assert_eq!(Schema::parse(&text).is_ok(), theirs, "{text}");
            both[usize::from(theirs)] += 1;
        }
    }
    assert!(both.iter().all(|count| *count > 100), "{both:?}");
}

#[test]
fn levels_are_counted_alike() {
    for levels in [1, SCHEMA_LEVELS - 1, SCHEMA_LEVELS, SCHEMA_LEVELS + 1] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let text = format!("{{\"a\":{}1{}}}", open.repeat(levels - 1), close.repeat(levels - 1));
            assert_eq!(Schema::parse(&text).is_ok(), serde_json::from_str::<Object>(&text).is_ok(), "{text}");
            assert_eq!(Schema::parse(&text).is_ok(), levels <= SCHEMA_LEVELS, "{text}");
        }
    }
}
