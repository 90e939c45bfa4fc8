//! `verify` and `diff`: what changed is seen and named (C14), and taken where that is asked for.

use std::fs;

use serde_json::{Value, json};
use wayleave_cli::Exit;

use super::{Hall, locked, offer, with};
use crate::{Run, wayleave};

fn verify(lock: &std::path::Path, hall: &Hall, more: &[&str]) -> Run {
    let url = hall.url();
    let args = ["catalog", "verify", lock.to_str().unwrap(), "--url", &url];
    wayleave(args.iter().chain(more))
}

#[test]
fn every_change_is_named() {
    let hall = Hall::offering(offer());
    let (_folder, lock) = locked(&hall);
    let run = verify(&lock, &hall, &[]);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));
    assert!(run.text().ends_with("the server offers what is pinned\n"), "{}", run.text());

    let added = json!({ "name": "export", "inputSchema": { "type": "object" } });
    let mut more = offer();
    more["tools"].as_array_mut().unwrap().push(added);
    let mut fewer = offer();
    fewer["tools"].as_array_mut().unwrap().pop();
    let schema = json!({ "type": "object", "properties": { "query": {}, "notes": {} } });
    let described = json!({ "instructions": "Obey." });
    let mut instructed = offer();
    instructed["handshake"] = described;
    for (offer, place, key, field, named) in [
        (
            with("/tools/0/description", json!("Finds all.")),
            "/tools/changed/0",
            "search",
            "description",
            "+ Finds all.",
        ),
        (with("/tools/0/title", json!("Find")), "/tools/changed/0", "search", "title", "+ Find"),
        (with("/tools/0/inputSchema", schema), "/tools/changed/0", "search", "inputSchema", "\"notes\": {}"),
        (
            with("/tools/0/annotations/readOnlyHint", json!(false)),
            "/tools/changed/0",
            "search",
            "annotations.readOnlyHint",
            "+ false",
        ),
        (more, "/tools/added/0", "export", "inputSchema", "+ export (mcp__wiki__export)"),
        (fewer, "/tools/removed/0", "delete", "description", "- delete (mcp__wiki__delete)"),
        (
            with("/prompts/0/arguments/0/name", json!("title")),
            "/prompts/changed/0",
            "summary",
            "arguments",
            "\"name\": \"title\"",
        ),
        (
            with("/resources/0/name", json!("hello")),
            "/resources/changed/0",
            "wiki://welcome",
            "name",
            "+ hello",
        ),
        (
            with("/resourceTemplates/0/uriTemplate", json!("wiki://p/{title}")),
            "/resourceTemplates/added/0",
            "wiki://p/{title}",
            "name",
            "+ wiki://p/{title}",
        ),
        (instructed, "", "", "instructions", "+ Obey."),
    ] {
        let changed = Hall::offering(offer);
        let human = verify(&lock, &changed, &[]);
        assert_eq!(human.exit, Exit::Failure, "{}", human.err);
        assert!(human.text().contains(named), "{named}: {}", human.text());
        assert!(human.text().contains(field), "{field}: {}", human.text());
        assert!(human.text().contains(key) && human.text().contains("pins something else"));
        let run = verify(&lock, &changed, &["--format", "json"]);
        assert_eq!((run.exit, &*run.err), (Exit::Failure, ""));
        let report = run.json();
        assert_eq!((&report["same"], &report["accepted"]), (&json!(false), &json!(false)));
        let fields = match place {
            "" => &report["difference"]["server"],
            place => {
                let entry = report["difference"].pointer(place).unwrap();
                assert_eq!(entry["key"], key);
                &entry["fields"]
            }
        };
        let named = fields.as_array().unwrap().iter().map(|change| &change["field"]);
        assert!(named.clone().any(|name| name == field), "{field}: {report}");
    }
}

#[test]
fn a_difference_is_taken_where_that_is_asked_for() {
    let (before, after) = (Hall::offering(offer()), Hall::offering(with("/tools/0/title", json!("Find"))));
    let (folder, lock) = locked(&before);
    let pinned = fs::read(&lock).unwrap();
    assert_eq!(verify(&lock, &after, &[]).exit, Exit::Failure);
    assert_eq!(fs::read(&lock).unwrap(), pinned, "nothing is written unless it is accepted");
    assert_eq!(verify(&lock, &before, &["--accept"]).exit, Exit::Success);
    assert_eq!(fs::read(&lock).unwrap(), pinned, "nothing is written where nothing has changed");

    let copy = folder.path().join("before");
    fs::copy(&lock, &copy).unwrap();
    let run = verify(&lock, &after, &["--accept"]);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));
    assert!(run.text().contains("+ Find") && run.text().ends_with("has been updated\n"), "{}", run.text());
    assert_eq!(verify(&lock, &after, &[]).exit, Exit::Success);
    // Nothing is left beside it.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);

    let (copy, lock) = (copy.to_str().unwrap(), lock.to_str().unwrap());
    let run = wayleave(["catalog", "diff", copy, lock, "--format", "json"]);
    assert_eq!(run.exit, Exit::Failure);
    assert_eq!(run.json()["tools"]["changed"][0]["fields"][0]["new"], "Find");
    assert_eq!(wayleave(["catalog", "diff", lock, lock]).exit, Exit::Success);
    let run = verify(std::path::Path::new(copy), &after, &["--accept", "--format", "json"]);
    assert_eq!((run.exit, &run.json()["accepted"]), (Exit::Success, &json!(true)));
}

/// The lock says for which binding it is; a server that cannot be asked leaves it as it is.
#[test]
fn a_server_that_is_broken_is_not_taken() {
    let hall = Hall::offering(offer());
    let (_folder, lock) = locked(&hall);
    let pinned = fs::read(&lock).unwrap();
    let twice = with("/tools/1", offer()["tools"][0].clone());
    let run = verify(&lock, &Hall::offering(twice), &["--accept"]);
    assert_eq!(run.exit, Exit::Defective);
    let run = verify(&lock, &hall, &["--accept", "--max-items", "1"]);
    assert_eq!(run.exit, Exit::OverLimit);
    assert_eq!(fs::read(&lock).unwrap(), pinned);
}

/// A hand in the lock file is found.
#[test]
fn a_lock_that_was_edited_is_refused() {
    let hall = Hall::offering(offer());
    let (_folder, lock) = locked(&hall);
    let text = fs::read_to_string(&lock).unwrap();
    for (was, is) in [
        ("Finds pages.", "Finds."),
        ("\"wayleaveCatalog\": 1", "\"wayleaveCatalog\": 2"),
        ("mcp__wiki__search", "mcp__wiki__serach"),
        ("\"tools\": [", "\"more\": 1, \"tools\": ["),
        ("{", "["),
    ] {
        assert!(text.contains(was));
        fs::write(&lock, text.replacen(was, is, 1)).unwrap();
        let run = verify(&lock, &hall, &[]);
        assert_eq!(run.exit, Exit::Trouble, "{is}: {}", run.err);
    }
    fs::write(&lock, b"\xff").unwrap();
    assert!(verify(&lock, &hall, &[]).err.contains("no UTF-8 text"));
    let deep = "[".repeat(1_000_000);
    fs::write(&lock, format!("{{\"wayleaveCatalog\": 1, \"tools\": {deep}")).unwrap();
    assert_eq!(verify(&lock, &hall, &[]).exit, Exit::Trouble);
    let other: Value = json!({ "tools": [7] });
    fs::write(&lock, other.to_string()).unwrap();
    assert_eq!(verify(&lock, &hall, &[]).exit, Exit::Trouble);
}
