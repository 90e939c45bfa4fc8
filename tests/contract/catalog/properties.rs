//! Laws of digests and names (C6, C7, C12).

use proptest::{prelude::*, sample::Index};
use serde_json::{Map, Value, json};
use wayleave::catalog::{Discovery, Family, MODEL_NAME_BYTES, Tolerances};

use super::{
    case::{any_catalog, any_name, build, entries, handshake},
    harness::{Server, binding, key, of_tools, page, run},
};

/// The JSON of an entry as a server sends it: schemas are no strings there.
fn item(entry: &Value) -> String {
    let mut parts = Vec::new();
    for (key, value) in entry.as_object().unwrap() {
        let value = match value.as_str() {
            Some(schema) if key.ends_with("Schema") => schema.to_owned(),
            _ => value.to_string(),
        };
        parts.push(format!("{}:{value}", json!(key)));
    }
    format!("{{{}}}", parts.join(","))
}

/// Every way to change one covered field of a catalog.
fn changes(case: &Value) -> Vec<(String, Value)> {
    const SERVER: &[&str] = &["title", "description", "websiteUrl"];
    const TOOL: &[&str] = &["title", "description", "outputSchema", "annotations"];
    const TOOL_HINTS: &[&str] =
        &["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
    const PROMPT: &[&str] = &["title", "description", "arguments"];
    const ARGUMENT: &[&str] = &["title", "description", "required"];
    const RESOURCE: &[&str] = &["title", "description", "mimeType", "size", "annotations"];
    const TEMPLATE: &[&str] = &["title", "description", "mimeType", "annotations"];
    const HINTS: &[&str] = &["audience", "priority", "lastModified"];
    let mut changed = Vec::new();
    let mut at = |path: &str, optional: &[&str]| {
        let object = case.pointer(path).unwrap().as_object().unwrap();
        let mut put = |key: &str, value: Option<Value>| {
            let mut case = case.clone();
            let object = case.pointer_mut(path).unwrap().as_object_mut().unwrap();
            match value {
                Some(value) => object.insert(key.to_owned(), value),
                None => object.shift_remove(key),
            };
            changed.push((format!("{path}/{key}"), case));
        };
        for (key, value) in object {
            if let Some(other) = another(key, value) {
                put(key, Some(other));
            }
            if optional.contains(&key.as_str()) {
                put(key, None);
            }
        }
        for key in optional.iter().filter(|key| !object.contains_key(**key)) {
            put(key, Some(first(key)));
        }
    };
    at("", &["server", "instructions"]);
    if case.get("server").is_some() {
        at("/server", SERVER);
    }
    for (family, optional, hints) in [
        ("tools", TOOL, TOOL_HINTS),
        ("prompts", PROMPT, &[][..]),
        ("resources", RESOURCE, HINTS),
        ("resourceTemplates", TEMPLATE, HINTS),
    ] {
        for (index, entry) in entries(case, family).iter().enumerate() {
            at(&format!("/{family}/{index}"), optional);
            if entry.get("annotations").is_some() {
                at(&format!("/{family}/{index}/annotations"), hints);
            }
            for (argument, _) in entries(entry, "arguments").iter().enumerate() {
                at(&format!("/{family}/{index}/arguments/{argument}"), ARGUMENT);
            }
        }
    }
    for family in Family::ALL.map(key) {
        for index in 0..entries(case, family).len() {
            let mut case = case.clone();
            case[family].as_array_mut().unwrap().remove(index);
            changed.push((format!("{family} without {index}"), case));
        }
    }
    changed
}

/// Another value of a field. Objects and lists of them change by what is in them.
fn another(key: &str, value: &Value) -> Option<Value> {
    Some(match value {
        _ if key.ends_with("Schema") => json!(format!("{} ", value.as_str()?)),
        _ if key == "capabilities" => json!(r#"{"another":{}}"#),
        Value::String(text) => json!(format!("{text}☃")),
        Value::Bool(flag) => json!(!flag),
        Value::Number(number) if number.is_f64() => json!(0.75),
        Value::Number(number) => json!(number.as_u64()? ^ 1),
        Value::Array(roles) if key == "audience" => {
            json!(roles.iter().map(|_| "user").chain(["user"]).collect::<Vec<_>>())
        }
        _ => return None,
    })
}

/// A value of a field that had none: the emptiest, which is still not none.
fn first(key: &str) -> Value {
    match key {
        "server" => json!({"name": "", "version": ""}),
        "outputSchema" => json!("{}"),
        "annotations" => Value::Object(Map::new()),
        "arguments" | "audience" => json!([]),
        "size" => json!(0),
        "priority" => json!(0.0),
        key if key == "required" || key.ends_with("Hint") => json!(false),
        _ => json!(""),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    // C12
    #[test]
    fn any_change_of_a_covered_field_is_another_digest(case in any_catalog()) {
        let digest = build(&case).digest();
        for (what, changed) in changes(&case) {
            prop_assert_ne!(build(&changed).digest(), digest, "{}", what);
        }
    }

    // C6, C12: through discovery, in any order, on any pages
    #[test]
    fn order_and_pages_are_no_part_of_a_digest(
        case in any_catalog(),
        order in proptest::collection::vec(any::<Index>(), 8),
        size in 1usize..4,
    ) {
        let mut advertised = case;
        advertised["capabilities"] = json!(super::harness::ALL);
        let expected = build(&advertised);
        let server = Server::new(|family: Family, call: usize, _: Option<&str>| {
            let mut items: Vec<String> = entries(&advertised, key(family)).iter().map(item).collect();
            for (place, index) in order.iter().enumerate().take(items.len()) {
                let other = index.index(items.len());
                items.swap(place, other);
            }
            let pages: Vec<_> = items.chunks(size).collect();
            let next = (call + 1 < pages.len()).then(|| call.to_string());
            page(family, pages.get(call).copied().unwrap_or_default(), next.as_deref())
        });
        let binding = wayleave::catalog::BindingName::new(advertised["binding"].as_str().unwrap()).unwrap();
        let discovery = Discovery::new(binding, handshake(&advertised)).tolerances(Tolerances::ALL);
        let found = run(&server, &discovery).unwrap();
        prop_assert_eq!(found.warnings().iter().filter(|warning| {
            warning.kind() == wayleave::catalog::WarningKind::ItemDropped
        }).count(), 0, "{:?}", found.warnings());
        prop_assert_eq!(found.digest(), expected.digest());
        prop_assert_eq!(found.to_json().unwrap(), expected.to_json().unwrap());
    }

    // C7
    #[test]
    fn model_names_are_unique_short_and_of_the_allowed_set(
        names in proptest::collection::btree_set(any_name(), 0..40),
        left_out in any::<Index>(),
    ) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let reversed: Vec<&str> = names.iter().rev().copied().collect();
        let (all, other) = (of_tools(&names), of_tools(&reversed));
        let mut seen = std::collections::HashSet::new();
        for (tool, same) in all.tools().iter().zip(other.tools().iter()) {
            let name = tool.model_name();
            prop_assert_eq!(name, same.model_name(), "the order does not matter");
            prop_assert!(name.len() <= MODEL_NAME_BYTES);
            prop_assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')));
            prop_assert!(seen.insert(name), "{} is there twice", name);
            prop_assert_eq!(all.tool_by_model_name(name).map(|tool| tool.raw_name()), Some(tool.raw_name()));
            prop_assert_eq!(all.tool_by_raw_name(tool.raw_name()).map(|tool| tool.model_name()), Some(name));
        }
        // A name with a suffix keeps that suffix in every set in which it needs one.
        if !names.is_empty() {
            let without = left_out.index(names.len());
            let fewer: Vec<&str> =
                names.iter().enumerate().filter(|(index, _)| *index != without).map(|(_, name)| *name).collect();
            for tool in of_tools(&fewer).tools().iter() {
                let before = all.tool_by_raw_name(tool.raw_name()).unwrap().model_name();
                let plain = before.len().saturating_sub(9);
                prop_assert!(tool.model_name() == before || tool.model_name() == &before[..plain]);
            }
        }
    }

    // C3: no input makes it panic
    #[test]
    fn any_page_is_read_without_a_panic(
        text in prop_oneof!["\\PC*", "[\\[\\]{}\",:0-9a-z\\\\u]{0,60}"],
        quoted in any::<bool>(),
    ) {
        let text = if quoted { format!("{{\"tools\":[{{\"name\":\"a\",\"inputSchema\":{text}}}]}}") } else { text };
        let server = Server::new(|_, _, _: Option<&str>| super::harness::Answer::Page(text.clone()));
        let discovery = Discovery::new(binding(), super::harness::handshake(super::harness::NEW, super::harness::TOOLS));
        if let Err(error) = run(&server, &discovery) {
            prop_assert!(error.to_string().len() < 1_000);
        }
    }
}
