//! What would put right a value of the wrong kind, or a key that is missing.

use crate::keys::{Key, Mapping, Value};
use crate::quote::quoted;
use crate::shape::What;
use crate::tree::{Kind, Node, Scalar, Style};

/// The mend for the usual mistakes of type.
pub(crate) fn mend(node: &Node<'_>, kind: &Value, what: What<'_>) -> Option<String> {
    match (&node.kind, kind) {
        (_, Value::Map(mapping)) => written_out(node, mapping, what),
        (Kind::Mapping(pairs), Value::Text(_)) => match pairs.as_slice() {
            [only] if only.value.scalar().is_some_and(|scalar| scalar.text.is_empty()) => {
                Some(format!("quote it: {}", quoted(&format!("\"{{{}}}\"", only.key))))
            }
            _ => None,
        },
        (Kind::Scalar(scalar), Value::Text(_)) if !scalar.text.is_empty() => {
            Some(format!("quote it, if it is meant as text: {}", quoted(&format!("\"{}\"", scalar.text))))
        }
        (Kind::Scalar(scalar), Value::True) if matches!(&*scalar.text, "yes" | "Yes" | "on" | "On" | "y") => {
            Some("write `true`: YAML 1.2 has no other word for it".to_owned())
        }
        (
            Kind::Scalar(scalar),
            Value::Whole | Value::Fraction | Value::Version | Value::True | Value::Size,
        ) if scalar.style != Style::Plain => Some("write it without quotes".to_owned()),
        (Kind::Scalar(_), Value::List(..)) => Some("write `[ … ]`, or a `-` before each item".to_owned()),
        _ => None,
    }
}

/// A lone value as the mapping that was meant: `body: hello` as `body: { text: hello }`.
fn written_out(node: &Node<'_>, mapping: &Mapping, what: What<'_>) -> Option<String> {
    let keys = (mapping.keys)();
    let lone = keys.iter().find(|key| Some(key.name) == mapping.lone)?;
    let value = match (&node.kind, &lone.value) {
        (Kind::Scalar(scalar), Value::Text(_) | Value::Word(_) | Value::Duration) if !scalar.is_null() => {
            in_flow(scalar)
        }
        (Kind::List(_), Value::List(..)) => "[ … ]".to_owned(),
        _ => return None,
    };
    let mut pairs = format!("{}: {value}", lone.name);
    for key in keys.iter().filter(|key| key.required && key.name != lone.name) {
        pairs.push_str(&format!(", {}: …", key.name));
    }
    let mapping = match what {
        What::Key(key) => format!("{key}: {{ {pairs} }}"),
        What::Item(_) | What::Whole => format!("{{ {pairs} }}"),
    };
    Some(format!("write {}", quoted(&mapping)))
}

/// A scalar as it can stand inside `{ … }`; one that is long or strange is left to the reader.
fn in_flow(scalar: &Scalar<'_>) -> String {
    const LONGEST: usize = 40;
    let text = &*scalar.text;
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    if text.chars().count() > LONGEST || text.contains(|c: char| c.is_control() || matches!(c, '"' | '\\')) {
        "…".to_owned()
    } else if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("\"{text}\"")
    }
}

/// `` add `server: …`: who serves these resources ``.
pub(crate) fn addition(key: &Key) -> String {
    let doc = key.doc.trim_end_matches('.');
    let mut characters = doc.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_lowercase).collect();
    format!("add `{}: …`: {first}{}", key.name, characters.as_str())
}
