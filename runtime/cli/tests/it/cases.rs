//! The tables of cases, through the command (U1 to U7).

use serde_json::{Value, json};
use wayleave_cli::Exit;

use crate::{file, wayleave};

fn table(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(file("tests/cases").join(name)).unwrap()).unwrap()
}

/// A manifest as JSON, which is YAML too.
fn manifest(resources: &[Value]) -> Value {
    let resources: Vec<Value> = resources
        .iter()
        .map(|entry| {
            let mut entry = entry.clone();
            entry["handler"] = true.into();
            entry
        })
        .collect();
    json!({ "wayleave": 1, "server": { "name": "s", "version": "1" }, "policy": "open", "resources": resources })
}

// U4 U5 U6
#[test]
fn routes() {
    let table = table("routes.json");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("routes.yaml").display().to_string();
    let definitions = table["definitions"].as_array().unwrap();
    std::fs::write(&path, manifest(definitions).to_string()).unwrap();
    let cases = table["cases"].as_array().unwrap();
    assert!(cases.len() > 40);
    for case in cases {
        let uri = case["uri"].as_str().unwrap();
        let run = wayleave(["route", &path, uri, "--format", "json"]);
        let routed = run.json();
        assert_eq!(routed["uri"], uri);
        match case.get("error") {
            None => {
                let name = &case["name"];
                let definition = definitions.iter().find(|definition| definition["name"] == *name).unwrap();
                let mut expected = json!({ "uri": uri, "matched": { "name": name } });
                for key in ["uri", "uriTemplate"] {
                    if let Some(address) = definition.get(key) {
                        expected["matched"][key] = address.clone();
                    }
                }
                expected["matched"]["captures"] = case["captures"].clone();
                assert_eq!(routed, expected);
                assert_eq!(run.exit, Exit::Success, "{uri}");
            }
            Some(code) => {
                assert_eq!(routed["error"]["code"], *code, "{uri}");
                assert_ne!(routed["error"]["message"], "", "{uri}");
                if let Some(candidates) = case.get("candidates") {
                    assert_eq!(routed["error"]["candidates"], *candidates, "{uri}");
                }
                assert_eq!(run.exit, Exit::Failure, "{uri}");
            }
        }
        assert_eq!(run.err, "");
    }
}

/// The text in double quotes, with what YAML needs escaped.
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

/// The one entry of a manifest with that URI or template, through `check`.
fn checked(key: &str, text: &str) -> (Exit, Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.yaml").display().to_string();
    let head = "wayleave: 1\nserver: { name: s, version: 1 }\npolicy: open\nresources:\n";
    let entry = format!("  - name: n\n    {key}: {}\n    handler: true\n", quoted(text));
    std::fs::write(&path, format!("{head}{entry}")).unwrap();
    let run = wayleave(["check", &path, "--format", "json"]);
    (run.exit, run.json()["manifests"][0].clone())
}

// U1 U2 U3
#[test]
fn templates() {
    let table = table("templates.json");
    for template in table["accepted"].as_array().unwrap() {
        let (exit, manifest) = checked("uriTemplate", template.as_str().unwrap());
        assert_eq!((exit, &manifest["templates"]), (Exit::Success, &1.into()), "{manifest}");
        assert_eq!(manifest["defects"], json!([]), "{template}");
    }
    for case in table["rejected"].as_array().unwrap() {
        let template = case["template"].as_str().unwrap();
        let offset = usize::try_from(case["offset"].as_u64().unwrap()).unwrap();
        let (exit, manifest) = checked("uriTemplate", template);
        let defect = &manifest["defects"][0];
        assert_eq!((exit, &defect["code"]), (Exit::Failure, &"bad-template".into()), "{template}");
        assert_eq!((&defect["line"], &defect["path"]), (&6.into(), &"resources[0].uriTemplate".into()));
        let before = quoted(&template[..offset]).chars().count() - 1;
        assert_eq!(defect["column"], "    uriTemplate: ".len() + before + 1, "{template}");
        for expected in case["help"].as_array().into_iter().flatten() {
            assert!(defect["help"].as_str().unwrap().contains(expected.as_str().unwrap()), "{defect}");
        }
        assert_eq!(manifest["defects"].as_array().unwrap().len(), 1, "{template}");
    }
}

// U1 U2
#[test]
fn uris() {
    let table = table("templates.json");
    for uri in table["definition_uris_accepted"].as_array().unwrap() {
        let (exit, manifest) = checked("uri", uri.as_str().unwrap());
        assert_eq!((exit, &manifest["resources"]), (Exit::Success, &1.into()), "{manifest}");
    }
    for uri in table["definition_uris_rejected"].as_array().unwrap() {
        let (exit, manifest) = checked("uri", uri.as_str().unwrap());
        assert_eq!((exit, &manifest["defects"][0]["code"]), (Exit::Failure, &"bad-uri".into()), "{uri}");
    }
}
