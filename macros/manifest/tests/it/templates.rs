//! U1 to U3: every case of the table of templates, as a manifest of its own.

use serde_json::Value;
use wayleave_manifest::{Code, Place};

use crate::{check, codes, file, with_entries};

fn cases() -> Value {
    serde_json::from_str(&std::fs::read_to_string(file("tests/cases/templates.json")).unwrap()).unwrap()
}

/// The text in double quotes, with what YAML needs escaped; each character of it takes `width` columns.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            _ if character.is_control() => out.push_str(&format!("\\x{:02x}", u32::from(character))),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

fn entry(key: &str, text: &str) -> String {
    with_entries(&format!("  - name: n\n    {key}: {}\n    handler: true\n", quoted(text)))
}

// U3
#[test]
fn accepted_templates() {
    for template in cases()["accepted"].as_array().unwrap() {
        let checked = check(&entry("uriTemplate", template.as_str().unwrap()));
        assert_eq!(checked.defects, [], "{template}");
    }
}

// U1 U2 U3
#[test]
fn rejected_templates_at_their_column() {
    for case in cases()["rejected"].as_array().unwrap() {
        let template = case["template"].as_str().unwrap();
        let offset = usize::try_from(case["offset"].as_u64().unwrap()).unwrap();
        let checked = check(&entry("uriTemplate", template));
        assert_eq!(codes(&checked), [Code::BadTemplate], "{template}");
        let defect = &checked.defects[0];
        let before = quoted(&template[..offset]).chars().count() - 1;
        let column = "    uriTemplate: ".len() + before + 1;
        assert_eq!(defect.place, Place { line: 6, column }, "{template}");
        assert_eq!(defect.path, "resources[0].uriTemplate");
        let help = defect.help.as_deref().unwrap_or_default();
        for expected in case["help"].as_array().into_iter().flatten() {
            assert!(help.contains(expected.as_str().unwrap()), "{help}");
        }
        assert!(checked.manifest.is_none());
    }
}

// U1
#[test]
fn accepted_uris() {
    for uri in cases()["definition_uris_accepted"].as_array().unwrap() {
        let checked = check(&entry("uri", uri.as_str().unwrap()));
        assert_eq!(checked.defects, [], "{uri}");
    }
}

// U1 U2
#[test]
fn rejected_uris() {
    for uri in cases()["definition_uris_rejected"].as_array().unwrap() {
        let checked = check(&entry("uri", uri.as_str().unwrap()));
        assert_eq!(codes(&checked), [Code::BadUri], "{uri}");
        assert_eq!(checked.defects[0].place.line, 6, "{uri}");
    }
}
