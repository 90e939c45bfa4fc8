//! Whether a tool's arguments are wider than they were: an answer by the schemas' keywords, which is *unclear* where
//! they do not tell.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::catalog::json::Tree;

/// What became of the arguments that a tool takes. In the order of concern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Arguments {
    /// The same ones are taken.
    Same,
    /// Fewer are taken.
    Narrowed,
    /// The schemas differ in a way that does not tell.
    Unclear,
    /// More are taken, or new ones are asked for.
    Widened,
}

use Arguments::{Narrowed, Same, Unclear, Widened};

impl Arguments {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Same => "same",
            Narrowed => "narrowed",
            Unclear => "unclear",
            Widened => "widened",
        }
    }
}

/// Compares two input schemas, which are checked JSON nested within bounds.
pub(super) fn compare(old: &str, new: &str) -> Arguments {
    match (Tree::parse(old), Tree::parse(new)) {
        (Ok(old), Ok(new)) => schemas(&old, &new),
        _ => Unclear,
    }
}

/// What says nothing about which arguments are taken.
const ANNOTATIONS: [&str; 9] = [
    "$comment",
    "$schema",
    "default",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

/// Recurses at most as deep as a schema may be nested.
fn schemas(old: &Tree<'_>, new: &Tree<'_>) -> Arguments {
    match (old, new) {
        (Tree::Bool(false), Tree::Bool(false)) => Same,
        (Tree::Bool(false), _) => Widened,
        (_, Tree::Bool(false)) => Narrowed,
        _ => objects(old, new),
    }
}

fn objects(old: &Tree<'_>, new: &Tree<'_>) -> Arguments {
    let (old, new) = (keys(old), keys(new));
    let mut worst = allowed(&old, &new);
    let properties = ["properties", "additionalProperties"]
        .iter()
        .any(|key| old.contains_key(key) || new.contains_key(key));
    if properties {
        worst = worst.max(named(&old, &new));
    }
    let both = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
    for &key in both {
        let (was, is) = (old.get(key).copied(), new.get(key).copied());
        if was == is {
            continue;
        }
        worst = worst.max(match key {
            _ if ANNOTATIONS.contains(&key) => Same,
            "const" | "enum" | "properties" | "additionalProperties" => Same,
            "type" => types(was, is),
            "required" => required(was, is),
            "items" => schemas(was.unwrap_or(&ANYTHING), is.unwrap_or(&ANYTHING)),
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
                bound(was, is, false)
            }
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
                bound(was, is, true)
            }
            "uniqueItems" if is == Some(&Tree::Bool(true)) => Narrowed,
            "uniqueItems" if was == Some(&Tree::Bool(true)) => Widened,
            "uniqueItems" => Same,
            "pattern" | "multipleOf" | "format" => match (was, is) {
                (None, _) => Narrowed,
                (_, None) => Widened,
                _ => Unclear,
            },
            _ => Unclear,
        });
    }
    worst
}

static ANYTHING: Tree<'static> = Tree::Bool(true);

type Keys<'t> = HashMap<&'t str, &'t Tree<'t>>;

fn keys<'t>(tree: &'t Tree<'t>) -> Keys<'t> {
    tree.entries().iter().map(|(key, value)| (&**key, value)).collect()
}

/// By `const` and `enum`.
fn allowed(old: &Keys<'_>, new: &Keys<'_>) -> Arguments {
    /// More comparisons than these are not worth an answer.
    const MOST: usize = 1_000_000;
    fn values<'t>(keys: &Keys<'t>) -> Option<Vec<&'t Tree<'t>>> {
        match (keys.get("const"), keys.get("enum")) {
            (Some(value), _) => Some(vec![value]),
            (None, Some(values)) => Some(values.items().iter().collect()),
            (None, None) => None,
        }
    }
    match (values(old), values(new)) {
        (None, None) => Same,
        (None, Some(_)) => Narrowed,
        (Some(_), None) => Widened,
        (Some(old), Some(new)) if old == new => Same,
        (Some(old), Some(new)) if old.len().saturating_mul(new.len()) > MOST => Unclear,
        (Some(old), Some(new)) if new.iter().any(|value| !old.contains(value)) => Widened,
        (Some(old), Some(new)) if old.iter().all(|value| new.contains(value)) => Same,
        _ => Narrowed,
    }
}

/// By the arguments that have names, and those that have none.
fn named(old: &Keys<'_>, new: &Keys<'_>) -> Arguments {
    fn properties<'t>(of: &Keys<'t>) -> Keys<'t> {
        of.get("properties").map(|tree| keys(tree)).unwrap_or_default()
    }
    let (was, is) = (properties(old), properties(new));
    let mut worst = match (old.get("additionalProperties"), new.get("additionalProperties")) {
        (None, None) => Same,
        (was, is) => schemas(was.copied().unwrap_or(&ANYTHING), is.copied().unwrap_or(&ANYTHING)),
    };
    for (name, schema) in &is {
        worst = worst.max(match was.get(name) {
            Some(before) => schemas(before, schema),
            None if **schema == Tree::Bool(false) => Narrowed,
            // Anything may have been taken under this name before; now it is asked for.
            None => Widened,
        });
    }
    if was.keys().any(|name| !is.contains_key(name)) {
        worst = worst.max(Narrowed);
    }
    worst
}

fn types(old: Option<&Tree<'_>>, new: Option<&Tree<'_>>) -> Arguments {
    fn set<'t>(tree: &'t Tree<'t>) -> HashSet<&'t str> {
        let mut set: HashSet<&str> = tree.items().iter().filter_map(Tree::text).collect();
        set.extend(tree.text());
        if set.contains("number") {
            set.insert("integer");
        }
        set
    }
    match (old, new) {
        (None, _) => Narrowed,
        (_, None) => Widened,
        (Some(old), Some(new)) => {
            let (old, new) = (set(old), set(new));
            if !new.is_subset(&old) {
                Widened
            } else if old.is_subset(&new) {
                Same
            } else {
                Narrowed
            }
        }
    }
}

fn required(old: Option<&Tree<'_>>, new: Option<&Tree<'_>>) -> Arguments {
    fn set<'t>(tree: Option<&'t Tree<'t>>) -> HashSet<&'t str> {
        tree.map(Tree::items).unwrap_or_default().iter().filter_map(Tree::text).collect()
    }
    let (old, new) = (set(old), set(new));
    if !old.is_subset(&new) {
        Widened
    } else if new.is_subset(&old) {
        Same
    } else {
        Narrowed
    }
}

fn bound(old: Option<&Tree<'_>>, new: Option<&Tree<'_>>, upper: bool) -> Arguments {
    match (old.map(Tree::number), new.map(Tree::number)) {
        (None, _) => Narrowed,
        (_, None) => Widened,
        (Some(Some(old)), Some(Some(new))) if old == new => Same,
        (Some(Some(old)), Some(Some(new))) => {
            if (new > old) == upper {
                Widened
            } else {
                Narrowed
            }
        }
        _ => Unclear,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        for (old, new, expected) in [
            (r#"{"type":"object"}"#, r#"{ "type" : "object" , "title":"x"}"#, Same),
            (r#"{"properties":{"a":{},"b":{}}}"#, r#"{"properties":{"b":{},"a":{"description":"x"}}}"#, Same),
            ("{}", r#"{"properties":{"a":{"type":"string"}}}"#, Widened),
            (r#"{"properties":{"a":{"type":"string"}}}"#, "{}", Narrowed),
            (r#"{"required":["a"]}"#, r#"{"required":["a","b"]}"#, Narrowed),
            (r#"{"required":["a","b"]}"#, r#"{"required":["b"]}"#, Widened),
            (r#"{"required":["a","b"]}"#, r#"{"required":["b","a"]}"#, Same),
            (r#"{"additionalProperties":false}"#, "{}", Widened),
            ("{}", r#"{"additionalProperties":false}"#, Narrowed),
            (
                r#"{"properties":{"a":{"type":"integer"}}}"#,
                r#"{"properties":{"a":{"type":"number"}}}"#,
                Widened,
            ),
            (
                r#"{"properties":{"a":{"type":["string","null"]}}}"#,
                r#"{"properties":{"a":{"type":"string"}}}"#,
                Narrowed,
            ),
            (r#"{"properties":{"a":{"enum":[1,2]}}}"#, r#"{"properties":{"a":{"enum":[2,1]}}}"#, Same),
            (r#"{"properties":{"a":{"enum":[1,2]}}}"#, r#"{"properties":{"a":{"const":2}}}"#, Narrowed),
            (r#"{"properties":{"a":{"const":1}}}"#, r#"{"properties":{"a":{"const":2}}}"#, Widened),
            (r#"{"properties":{"a":{"maximum":1}}}"#, r#"{"properties":{"a":{"maximum":2}}}"#, Widened),
            (r#"{"properties":{"a":{"minimum":1}}}"#, r#"{"properties":{"a":{"minimum":2}}}"#, Narrowed),
            (r#"{"properties":{"a":{"pattern":"x"}}}"#, r#"{"properties":{"a":{"pattern":"y"}}}"#, Unclear),
            (r#"{"properties":{"a":{"pattern":"x"}}}"#, r#"{"properties":{"a":{}}}"#, Widened),
            (r#"{"anyOf":[{}]}"#, r#"{"anyOf":[{},{}]}"#, Unclear),
            (r#"{"items":{"type":"string"}}"#, r#"{"items":true}"#, Widened),
            (r#"{"properties":{"a":false}}"#, r#"{"properties":{"a":true}}"#, Widened),
            (
                "{\"type\":\"object\"}",
                r#"{"$serde_json::private::RawValue":"{\"type\":\"object\"}"}"#,
                Widened,
            ),
        ] {
            assert_eq!(compare(old, new), expected, "{old} {new}");
        }
    }
}
