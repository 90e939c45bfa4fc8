//! The JSON Schema of the manifest, made from the table of keys.
//!
//! What the structural check refuses, the schema refuses as well, so an editor shows it while one types. The schema
//! knows less than the check: it sees values and not the text they were written as.

use serde_json::{Map, Value as Json, json};

use crate::form::Form;
use crate::keys::{Default, Key, Mapping, ROOT, Rule, UNBOUNDED, VERSION, Value};

/// The JSON Schema (draft 2020-12) of a manifest of version 1.
#[must_use]
pub fn schema() -> Json {
    let mut definitions = Map::new();
    let Json::Object(root) = mapping(&ROOT, &mut definitions) else { return Json::Null };
    let mut schema = Map::new();
    schema.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    schema.insert("title".into(), "Wayleave manifest, version 1".into());
    schema.insert("description".into(), "What a server offers as MCP resources.".into());
    schema.extend(root);
    definitions.sort_keys();
    schema.insert("$defs".into(), definitions.into());
    schema.into()
}

fn mapping(mapping: &Mapping, definitions: &mut Map<String, Json>) -> Json {
    let keys = (mapping.keys)();
    let properties: Map<String, Json> =
        keys.iter().map(|key| (key.name.to_owned(), property(key, definitions))).collect();
    let required: Vec<&str> = keys.iter().filter(|key| key.required).map(|key| key.name).collect();
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), properties.into());
    schema.insert("additionalProperties".into(), false.into());
    if !required.is_empty() {
        schema.insert("required".into(), required.into());
    }
    if !mapping.rules.is_empty() {
        schema.insert("allOf".into(), mapping.rules.iter().map(rule).collect());
    }
    schema.into()
}

fn rule(rule: &Rule) -> Json {
    match rule {
        Rule::OneOf(keys) => {
            json!({ "oneOf": keys.iter().map(|key| json!({ "required": [key] })).collect::<Vec<_>>() })
        }
        Rule::Needs(key, other) => {
            let mut needs = Map::new();
            needs.insert((*key).to_owned(), json!([other]));
            json!({ "dependentRequired": needs })
        }
        Rule::Excludes(key, other, _) => json!({ "not": { "required": [key, other] } }),
    }
}

fn property(key: &Key, definitions: &mut Map<String, Json>) -> Json {
    let mut schema = Map::new();
    schema.insert("description".into(), key.doc.into());
    if let Json::Object(kind) = value(&key.value, definitions) {
        schema.extend(kind);
    }
    if let Some(default) = key.default {
        let default = match default {
            Default::Word(word) => word.into(),
            Default::Number(number) => number.into(),
            Default::Milliseconds(number) if number % 1000 == 0 => format!("{}s", number / 1000).into(),
            Default::Milliseconds(number) => format!("{number}ms").into(),
        };
        schema.insert("default".into(), default);
    }
    schema.into()
}

fn value(kind: &Value, definitions: &mut Map<String, Json>) -> Json {
    match kind {
        Value::Version => json!({ "const": VERSION }),
        Value::Text(form) => text(*form),
        Value::True => json!({ "const": true }),
        Value::Word(words) => json!({ "enum": words }),
        Value::Whole => json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX }),
        Value::Fraction => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        Value::Duration => json!({ "anyOf": [
            { "type": "string", "pattern": "^(0|[0-9]{1,9}(ms|s|m|h))$" },
            { "const": 0 },
        ] }),
        Value::Size => json!({ "anyOf": [
            { "type": "string", "pattern": "^[0-9]{1,9}(KiB|MiB|GiB)$" },
            { "type": "integer", "minimum": 0, "maximum": u64::MAX },
        ] }),
        Value::List(item, most) => {
            let mut schema = Map::new();
            schema.insert("type".into(), "array".into());
            schema.insert("items".into(), value(item, definitions));
            if *most != UNBOUNDED {
                schema.insert("maxItems".into(), (*most).into());
            }
            schema.into()
        }
        Value::Map(inner) => reference(inner, definitions),
        Value::Named(form, inner, most) => json!({
            "type": "object",
            "propertyNames": text(*form),
            "additionalProperties": reference(inner, definitions),
            "maxProperties": most,
        }),
        Value::Either(words, inner) => json!({ "anyOf": [{ "enum": words }, reference(inner, definitions)] }),
        Value::Anything => json!({ "type": "object" }),
    }
}

/// A text. Unquoted numbers and truth values are read as the text they were written as, so a schema, which sees
/// only the value, allows them where any text will do.
fn text(form: Form) -> Json {
    let mut schema = Map::new();
    match form {
        Form::Any | Form::Content | Form::Name => {
            schema.insert("type".into(), json!(["string", "number", "boolean"]));
        }
        _ => {
            schema.insert("type".into(), "string".into());
        }
    }
    if form != Form::Content {
        schema.insert("minLength".into(), 1.into());
    }
    if let Some(pattern) = form.pattern() {
        schema.insert("pattern".into(), pattern.into());
    }
    schema.into()
}

/// A mapping is described once, under its name, and referred to from where it stands.
fn reference(inner: &Mapping, definitions: &mut Map<String, Json>) -> Json {
    let name = name(inner.what);
    if !definitions.contains_key(&name) {
        definitions.insert(name.clone(), Json::Null);
        let schema = mapping(inner, definitions);
        definitions.insert(name.clone(), schema);
    }
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// `a cache rule` gives `cacheRule`.
fn name(what: &str) -> String {
    let words = what.split(' ').skip(1).filter(|word| !matches!(*word, "set" | "of"));
    let mut name = String::new();
    for word in words {
        let mut characters = word.chars();
        match characters.next() {
            Some(first) if name.is_empty() => name.extend(first.to_lowercase()),
            Some(first) => name.extend(first.to_uppercase()),
            None => {}
        }
        name.push_str(characters.as_str());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short() {
        assert_eq!(name("a cache rule"), "cacheRule");
        assert_eq!(name("a set of limits"), "limits");
        assert_eq!(name("a Cedar policy"), "cedarPolicy");
    }

    /// What the check of the structure says, and what the schema says.
    fn verdicts(yaml: &str) -> (bool, bool) {
        let source = crate::Source::new("m", yaml);
        let mut defects = crate::defect::Defects::default();
        let tree = crate::tree::grow(&source, &mut defects).unwrap();
        assert_eq!(defects.errors(), 0, "{yaml}");
        crate::shape::check(&tree, &mut defects);
        let validator = jsonschema::validator_for(&schema()).unwrap();
        // A number that JSON cannot hold reaches no schema.
        let json = crate::raw::json(&tree);
        (defects.errors() == 0, json.is_some_and(|json| validator.is_valid(&json)))
    }

    fn with(entry: &str) -> String {
        let head = "wayleave: 1\nserver: { name: s, version: 1.10 }\npolicy: open\nresources:\n";
        format!("{head}  - {{ name: n, {entry} }}\n")
    }

    #[test]
    fn what_the_check_refuses_the_schema_refuses() {
        let entries = [
            "uri: 'a:b'",
            "body: { text: x }",
            "uri: 'a:b', uriTemplate: 'a:/{b}', body: { text: x }",
            "uri: 'a:b', body: { text: x }, handler: true",
            "uri: 'a:b', body: { text: x }, bundle: []",
            "uri: 'a:b', body: {}",
            "uri: 'a:b', body: { text: x, template: x }",
            "uri: 'a:b', body: { store: x }",
            "uri: 'a:b', body: { path: x }",
            "uri: 'a:b', body: { text: x, path: x }",
            "uri: 'a:b', body: text",
            "uri: 'a:b', body: { text: }",
            "uri: 'a:b', body: { text: [] }",
            "uri: 'a:b', handler: false",
            "uri: 'a:b', handler: yes",
            "uri: 'a:b', handler: 'true'",
            "uri: 'a:b', bundle: x",
            "uri: 'a:b', bundle: [~]",
            "uri: 'a:b', bundle: [[]]",
            "uri: 'a:b', handler: true, captures: {}",
            "uriTemplate: 'a:/{b}', handler: true, size: 5",
            "uri: 'a:b', handler: true, size: -5",
            "uri: 'a:b', handler: true, size: 5.5",
            "uri: 'a:b', handler: true, size: 5MB",
            "uri: 'a:b', handler: true, size: 99999999999999999999",
            "uri: 'a:b', handler: true, nmae: x",
            "uri: 'a:b', handler: true, title: ''",
            "uri: 'a:b', handler: true, title: ~",
            "uri: 'a:b', handler: true, title: {x}",
            "uri: 'a:b', handler: true, mimeType: text",
            "uri: 'a:b', handler: true, overlaps: deny",
            "uri: 'a:b', handler: true, rust: 9x",
            "uri: 'a:b', handler: true, meta: []",
            "uri: 'a:b', handler: true, meta: { x: 1e1000 }",
            "uri: 'a:b', handler: true, cache: {}",
            "uri: 'a:b', handler: true, cache: { ttl: 5 }",
            "uri: 'a:b', handler: true, cache: { ttl: -5s }",
            "uri: 'a:b', handler: true, cache: { ttl: 9999999999s }",
            "uri: 'a:b', handler: true, cache: { ttl: 5s, scope: all }",
            "uri: 'a:b', handler: true, annotations: { audience: user }",
            "uri: 'a:b', handler: true, annotations: { audience: [users] }",
            "uri: 'a:b', handler: true, annotations: { audience: [user, user, user] }",
            "uri: 'a:b', handler: true, annotations: { priority: 1.1 }",
            "uri: 'a:b', handler: true, annotations: { priority: -0.1 }",
            "uri: 'a:b', handler: true, annotations: { priority: high }",
            "uri: 'a:b', handler: true, annotations: { priority: .inf }",
            "uri: 'a:b', handler: true, annotations: { lastModified: yesterday }",
            "uri: 'a:b', handler: true, icons: [{}]",
            "uri: 'a:b', handler: true, icons: [{ src: icon.png }]",
            "uri: 'a:b', handler: true, icons: [{ src: 'https://x/y', sizes: [big] }]",
            "uri: 'a:b', handler: true, icons: [{ src: 'https://x/y', theme: blue }]",
            "uriTemplate: 'a:/{b}', handler: true, captures: { 9: {} }",
            "uriTemplate: 'a:/{b}', handler: true, captures: { b: u32 }",
            "uriTemplate: 'a:/{b}', handler: true, captures: { b: { type: int } }",
            "uriTemplate: 'a:/{b}', handler: true, captures: { b: { complete: {} } }",
            "uriTemplate: 'a:/{b}', handler: true, captures: { b: { complete: { store: x } } }",
            "uriTemplate: 'a:/{b}', handler: true, captures: { b: { complete: { glob: '*' } } }",
            "uriTemplate: 'a:/{b}', handler: true, captures: { b: { complete: { values: x } } }",
        ];
        for entry in entries {
            assert_eq!(verdicts(&with(entry)), (false, false), "{entry}");
        }
        let whole = [
            "x",
            "[]",
            "{}",
            "{ wayleave: 2, server: { name: s, version: v }, policy: open, resources: [] }",
            "{ wayleave: '1', server: { name: s, version: v }, policy: open, resources: [] }",
            "{ wayleave: 1, server: { name: s }, policy: open, resources: [] }",
            "{ wayleave: 1, server: s, policy: open, resources: [] }",
            "{ wayleave: 1, server: { name: s, version: v, websiteUrl: x }, policy: open, resources: [] }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: closed, resources: [] }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: { cedar: x }, resources: [] }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: open }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: open, resources: ~ }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: open, resources: {} }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: open, resources: [], stores: { x: y } }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: open, resources: [], stores: { x: {} } }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: open, resources: [], limits: { maxItems: -1 } }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: open, resources: [], limits: { maxItem: 1 } }",
            "{ wayleave: 1, server: { name: s, version: v }, policy: open, resources: [], limits: { readTimeout: 5 } }",
        ];
        for yaml in whole {
            assert_eq!(verdicts(yaml), (false, false), "{yaml}");
        }
    }

    #[test]
    fn what_the_check_accepts_the_schema_accepts() {
        for entry in [
            "uri: 'a:b', body: { text: '' }",
            "uri: 'a:b', body: { text: NO }, title: 1.10, size: 8MiB",
            "uri: 'a:b', bundle: [], overlaps: allow, rust: Name, meta: { x: [1, ~, { y: NO }] }",
            "uri: 'a:b', handler: true, cache: { ttl: 0 }",
            "uri: 'a:b', handler: true, cache: { ttl: 500ms, scope: public }, mimeType: text/plain",
            "uri: 'a:b', handler: true, annotations: { audience: [user], priority: 1, lastModified: 2025-01-31 }",
            "uri: 'a:b', handler: true, icons: [{ src: 'https://x/y', sizes: [any, 4x4], theme: dark }]",
            "uriTemplate: 'a:/{b}', handler: true, captures: { b: { type: u8, complete: { values: [1, 2] } } }",
            "uriTemplate: 'a:/{b}', handler: true, captures: { b: { complete: { store: x, glob: '*' } } }",
        ] {
            assert_eq!(verdicts(&with(entry)), (true, true), "{entry}");
        }
        let limits = "wayleave: 1\nserver: { name: s, version: 2 }\npolicy: { cedar: a, entities: b }\n\
                      limits: { maxItems: 0x10, maxPayload: 16MiB, readTimeout: 5s }\nresources: []\n";
        assert_eq!(verdicts(limits), (true, true));
    }

    #[test]
    fn the_schema_is_one() {
        assert!(jsonschema::meta::is_valid(&schema()));
    }
}
