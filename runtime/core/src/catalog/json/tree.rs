//! A tree of a JSON text, for the few places that look inside one.
//!
//! Unlike `serde_json::Value` it keeps keys that are there twice, and knows no key with a meaning of its own.

use std::{borrow::Cow, collections::HashSet, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::catalog) enum Tree<'a> {
    Null,
    Bool(bool),
    Number(f64),
    Text(Cow<'a, str>),
    Array(Vec<Tree<'a>>),
    Object(Vec<(Cow<'a, str>, Tree<'a>)>),
}

impl<'a> Tree<'a> {
    /// The tree of `text`. Its nesting is checked beforehand; beyond 128 levels this fails.
    pub(in crate::catalog) fn parse(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    pub(in crate::catalog) fn entry(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    pub(in crate::catalog) fn entries(&self) -> &[(Cow<'a, str>, Self)] {
        if let Self::Object(entries) = self { entries } else { &[] }
    }

    pub(in crate::catalog) fn items(&self) -> &[Self] {
        if let Self::Array(items) = self { items } else { &[] }
    }

    pub(in crate::catalog) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(in crate::catalog) fn number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// Whether an object, however deep inside, has a key twice.
    pub(super) fn has_duplicate_key(&self) -> bool {
        match self {
            Self::Object(entries) => {
                let mut seen = HashSet::new();
                entries.iter().any(|(key, value)| !seen.insert(key) || value.has_duplicate_key())
            }
            Self::Array(items) => items.iter().any(Self::has_duplicate_key),
            _ => false,
        }
    }
}

impl<'de> Deserialize<'de> for Tree<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Builder)
    }
}

struct Builder;

impl<'de> Visitor<'de> for Builder {
    type Value = Tree<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Tree::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Tree::Number(value as f64))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Tree::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Tree::Number(value))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Tree::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Tree::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Tree::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(Text(key)) = map.next_key()? {
            entries.push((key, map.next_value()?));
        }
        Ok(Tree::Object(entries))
    }
}

/// A text, borrowed where it has no escapes.
pub(in crate::catalog) struct Text<'a>(pub(in crate::catalog) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_str(Builder)? {
            Tree::Text(text) => Ok(Self(text)),
            _ => Err(serde::de::Error::custom("not a string")),
        }
    }
}
