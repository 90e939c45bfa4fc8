//! `check`: many defects in one manifest, all at once, in both forms.

use serde_json::Value;
use wayleave_cli::Exit;

use crate::wayleave;

/// Ten mistakes of ten kinds.
const TEN: &str = r#"wayleave: 1
server: { name: handbook, version: 1.4.0, titel: Staff }
policy: open
limits: { maxItems: -3 }
stores: { docs: { url: "./content" } }
resources:
  - name: welcome
    uri: handbook://staff/wel come
    body: { text: "Hello." }
    body: { text: "Again." }
  - name: page
    uriTemplate: 'handbook://staff/{page'
    body: { store: dogs, path: "{slug}.md" }
  - name: page
    uriTemplate: handbook://staff/{slug}/x
    body: { template: "Hello, {{ who }}." }
  - name: team
    uriTemplate: handbook://staff/welcome/{part}
    bundle: [ "handbook://staff/none" ]
"#;

#[test]
fn every_defect_in_both_forms() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("content")).unwrap();
    let path = folder.path().join("ten.yaml").display().to_string();
    std::fs::write(&path, TEN).unwrap();
    let json = wayleave(["check", &path, "--format", "json"]);
    assert_eq!(json.exit, Exit::Failure);
    let report = json.json();
    assert_eq!(report["manifests"][0]["path"], path);
    let defects = report["manifests"][0]["defects"].as_array().unwrap();
    let errors: Vec<&Value> = defects.iter().filter(|defect| defect["severity"] == "error").collect();
    let found: Vec<(u64, u64, &str, &str)> = (errors.iter())
        .map(|defect| {
            let text = |key: &str| defect[key].as_str().unwrap();
            (defect["line"].as_u64().unwrap(), defect["column"].as_u64().unwrap(), text("code"), text("path"))
        })
        .collect();
    assert_eq!(
        found,
        [
            (2, 43, "unknown-key", "server.titel"),
            (4, 21, "bad-value", "limits.maxItems"),
            (8, 30, "bad-uri", "resources[0].uri"),
            (10, 5, "duplicate-key", "resources[0].body"),
            (12, 36, "bad-template", "resources[1].uriTemplate"),
            (13, 20, "unknown-store", "resources[1].body.store"),
            (14, 11, "duplicate-name", "resources[2].name"),
            (16, 34, "undeclared-variable", "resources[2].body.template"),
            (18, 18, "overlap", "resources[3].uriTemplate"),
            (19, 15, "unserved-item", "resources[3].bundle[0]"),
        ]
    );
    let human = wayleave(["check", &path]);
    assert_eq!(human.exit, Exit::Failure);
    let text = human.text();
    for (line, column, code, _) in found {
        assert!(text.contains(&format!("--> {path}:{line}:{column}\n")), "{line}:{column} in {text}");
        assert!(text.contains(&format!("error[{code}]: ")), "{code} in {text}");
    }
    // Each with its source line, and a caret.
    assert!(text.contains("\n8 |     uri: handbook://staff/wel come\n"), "{text}");
    assert!(text.lines().filter(|line| line.contains('^')).count() >= 10, "{text}");
    // U7: the witness.
    assert!(text.contains("`handbook://staff/welcome/x`"), "{text}");
    assert_eq!((json.err.as_str(), human.err.as_str()), ("", ""));
}
