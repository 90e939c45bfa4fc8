//! The schemas in the repository are those of the outputs, and the outputs keep to them.

use std::fs;

use serde_json::{Value, json};

use crate::{file, fixture, wayleave};

#[test]
fn the_schema_files_are_fresh() {
    for (name, schema) in wayleave_cli::schema::all() {
        let path = file("schemas").join(name);
        let fresh = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        if std::env::var_os("WAYLEAVE_BLESS").is_some() {
            fs::write(&path, &fresh).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == fresh, "{} is stale: run the tests with WAYLEAVE_BLESS=1", path.display());
    }
}

fn validator(name: &str) -> jsonschema::Validator {
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(file("schemas").join(name)).unwrap()).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn keeps(schema: &str, output: &Value) {
    let validator = validator(schema);
    let errors: Vec<String> = validator.iter_errors(output).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?} in {output}");
}

/// Each change to an output breaks its schema, so the schema says something.
fn breaks(schema: &str, output: &Value, pointer: &str, with: Value) {
    let mut broken = output.clone();
    *broken.pointer_mut(pointer).unwrap() = with;
    assert!(!validator(schema).is_valid(&broken), "{broken}");
}

#[test]
fn check() {
    let (site, warning, defects) = (fixture("site.yaml"), fixture("warning.yaml"), fixture("defects.yaml"));
    let run = wayleave(["check", &site, &warning, &defects, "nowhere.yaml", "--format", "json"]);
    let output = run.json();
    assert_eq!(output["manifests"].as_array().unwrap().len(), 4);
    keeps("check.v1.json", &output);
    breaks("check.v1.json", &output, "/manifests/2/defects/0/line", json!(0));
    breaks("check.v1.json", &output, "/manifests/2/defects/0/severity", json!("fatal"));
    breaks("check.v1.json", &output, "/manifests/2/defects/0", json!({ "code": "syntax" }));
}

#[test]
fn route() {
    let site = fixture("site.yaml");
    for uri in [
        "site://about",
        "site://week/7",
        "site://week/soon",
        "site://cross/a/b",
        "site://nowhere",
        "site://week%2F7",
        "",
        "a b",
    ] {
        let output = wayleave(["route", &site, uri, "--format", "json"]).json();
        keeps("route.v1.json", &output);
        breaks("route.v1.json", &output, "/uri", Value::Null);
    }
    let output = wayleave(["route", &site, "site://week/7", "--format", "json"]).json();
    breaks("route.v1.json", &output, "/matched/captures/week", json!(7));
    breaks("route.v1.json", &output, "/matched", json!({ "name": "week", "captures": {} }));
    let output = wayleave(["route", &site, "site://nowhere", "--format", "json"]).json();
    breaks("route.v1.json", &output, "/error/code", json!("denied"));
}

#[test]
fn list() {
    for manifest in [fixture("site.yaml"), file("examples/handbook/handbook.yaml").display().to_string()] {
        let resources = wayleave(["list", &manifest, "--format", "json"]).json();
        keeps("list.v1.json", &resources);
        breaks("list.v1.json", &resources, "/resources/0/uri", json!(1));
        breaks("list.v1.json", &resources, "/resources/0/title", Value::Null);
        breaks("list.v1.json", &resources, "/resources/0/annotations", Value::Null);
        let templates = wayleave(["list", &manifest, "--templates", "--format", "json"]).json();
        keeps("list.v1.json", &templates);
        breaks("list.v1.json", &templates, "/resourceTemplates/0/name", Value::Null);
    }
}

#[test]
fn read_and_report() {
    let key = "go.phpboyscout.uk/mcp.resourceRead";
    for uri in ["site://about", "site://all", "site://gap"] {
        let output = wayleave(["read", &fixture("site.yaml"), uri, "--format", "json"]).json();
        keeps("read.v1.json", &output);
        keeps("report.v1.json", &output["_meta"][key]);
        breaks("read.v1.json", &output, "/contents/0/uri", json!(1));
        breaks("read.v1.json", &output, "/contents/0", json!({ "uri": "a:b", "mimeType": "text/plain" }));
        breaks("report.v1.json", &output["_meta"][key], "/version", json!(2));
    }
    let partial = wayleave(["read", &fixture("site.yaml"), "site://gap", "--format", "json"]).json();
    breaks("report.v1.json", &partial["_meta"][key], "/issues/0/code", json!("lost"));
}

/// Lock files, and what the catalog's commands say of them.
#[test]
fn catalogs() {
    let (lock, later) = (fixture("wiki.lock.json"), fixture("wiki-later.lock.json"));
    for path in [&lock, &later] {
        let kept: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        keeps("catalog.v1.json", &kept);
        breaks("catalog.v1.json", &kept, "/digest", json!("sha256:0"));
        breaks("catalog.v1.json", &kept, "/wayleaveCatalog", json!(2));
        breaks("catalog.v1.json", &kept, "/tools/0/inputSchema", json!(true));
        breaks("catalog.v1.json", &kept, "/tools/0/modelName", json!("a b"));
        breaks("catalog.v1.json", &kept, "/decisions/tools", json!("guessed"));
        breaks("catalog.v1.json", &kept, "/server/title", Value::Null);
        breaks("catalog.v1.json", &kept, "/resources/0", json!({ "uri": "a:b" }));
        let shown = wayleave(["catalog", "show", path, "--format", "json"]).json();
        keeps("catalog-show.v1.json", &shown);
        breaks("catalog-show.v1.json", &shown, "/catalog/tools", Value::Null);
        breaks("catalog-show.v1.json", &shown, "/warnings", json!([{ "kind": "odd", "text": "" }]));
    }
    for (old, new) in [(&lock, &later), (&later, &lock), (&lock, &lock)] {
        let difference = wayleave(["catalog", "diff", old, new, "--format", "json"]).json();
        keeps("catalog-diff.v1.json", &difference);
        breaks("catalog-diff.v1.json", &difference, "/severity/arguments", json!("more"));
        breaks("catalog-diff.v1.json", &difference, "/tools/changed", Value::Null);
    }
}

/// What is said of a server that was asked.
#[cfg(unix)]
#[test]
fn servers() {
    let (lock, script, folder) = (fixture("wiki.lock.json"), fixture("server.sh"), fixture("wiki-later"));
    let server = ["--stdio", "sh", &script, &folder];
    let verified = wayleave(["catalog", "verify", &lock, "--format", "json"].iter().chain(&server)).json();
    keeps("catalog-verify.v1.json", &verified);
    breaks("catalog-verify.v1.json", &verified, "/accepted", Value::Null);
    breaks("catalog-verify.v1.json", &verified, "/difference/oldDigest", json!(1));
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("lock").display().to_string();
    let args = ["catalog", "snapshot", "--binding", "wiki", "--out", &out, "--format", "json"];
    let taken = wayleave(args.iter().chain(&server)).json();
    keeps("catalog-snapshot.v1.json", &taken);
    breaks("catalog-snapshot.v1.json", &taken, "/tools", json!(-1));
    breaks("catalog-snapshot.v1.json", &taken, "/warnings/0/kind", json!("odd"));
}
