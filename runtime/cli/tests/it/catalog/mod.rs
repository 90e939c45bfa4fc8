//! Catalogs of servers: scripted ones over HTTP, and one over a pipe.

mod hall;
mod held;
mod output;
#[cfg(unix)]
mod pipe;
mod secrets;
mod verify;

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;
use wayleave_cli::Exit;

use crate::{Run, file, wayleave};
use hall::{Answer, Hall, offered};

/// What most of these servers offer.
fn offer() -> Value {
    json!({
        "tools": [
            {
                "name": "search",
                "title": "Search",
                "description": "Finds pages.",
                "inputSchema": { "type": "object", "properties": { "query": { "type": "string" } } },
                "annotations": { "readOnlyHint": true },
            },
            { "name": "delete", "description": "Deletes a page.", "inputSchema": { "type": "object" } },
        ],
        "prompts": [{ "name": "summary", "arguments": [{ "name": "page" }] }],
        "resources": [{ "uri": "wiki://welcome", "name": "welcome" }],
        "resourceTemplates": [{ "uriTemplate": "wiki://page/{title}", "name": "page" }],
    })
}

/// An offer with another value at a place.
fn with(pointer: &str, value: Value) -> Value {
    let mut offer = offer();
    *offer.pointer_mut(pointer).unwrap() = value;
    offer
}

fn snapshot(hall: &Hall, more: &[&str]) -> Run {
    let url = hall.url();
    let args = ["catalog", "snapshot", "--binding", "wiki", "--url", &url];
    wayleave(args.iter().chain(more))
}

/// A folder with the lock file of a server.
fn locked(hall: &Hall) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wiki.lock.json");
    let run = snapshot(hall, &["--out", path.to_str().unwrap()]);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));
    (folder, path)
}

/// C2: the same server, the same digest.
#[test]
fn the_same_server_has_the_same_lock() {
    let (hall, other) = (Hall::offering(offer()), Hall::offering(offer()));
    let (one, two) = (snapshot(&hall, &[]), snapshot(&other, &[]));
    assert_eq!((one.exit, &*one.err), (Exit::Success, ""));
    assert_eq!(one.text(), two.text());
    // C6: in canonical order, whatever the server's is.
    let (delete, search) = (one.text().find("\"delete\"").unwrap(), one.text().find("\"search\"").unwrap());
    assert!(delete < search);
}

/// C11: what is over a limit, what has a defect and what cannot be asked are three things.
#[test]
fn why_there_is_no_lock() {
    let twice = Hall::offering(json!({ "tools": [
        { "name": "a", "inputSchema": { "type": "object" } },
        { "name": "a", "inputSchema": { "type": "object" } },
    ] }));
    let repeats = Hall::open(|method, _| match method {
        "tools/list" => Answer::Result(json!({ "tools": [], "nextCursor": "again" })),
        method => offered(method, &offer()),
    });
    let endless = Hall::open(|method, params| match method {
        "tools/list" => {
            let page: u64 = params["cursor"].as_str().map_or(0, |cursor| cursor.parse().unwrap());
            Answer::Result(json!({ "tools": [], "nextCursor": (page + 1).to_string() }))
        }
        method => offered(method, &offer()),
    });
    let large = Hall::offering(json!({ "tools": [{
        "name": "a", "description": "x".repeat(50_000), "inputSchema": { "type": "object" },
    }] }));
    let huge = Hall::offering(json!({ "tools": [{
        "name": "a", "description": "x".repeat(500_000), "inputSchema": { "type": "object" },
    }] }));
    let deep = Hall::open(|method, _| match method {
        "tools/list" => Answer::Raw(format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))),
        method => offered(method, &offer()),
    });
    let garbled = Hall::open(|method, _| match method {
        "tools/list" => Answer::Raw("}".into()),
        method => offered(method, &offer()),
    });
    let versionless = Hall::open(|method, _| match method {
        "initialize" => Answer::Result(json!({ "protocolVersion": "2025-11-25", "capabilities": 7 })),
        method => offered(method, &offer()),
    });
    let silent = Hall::open(|method, _| match method {
        "tools/list" => Answer::Silence,
        method => offered(method, &offer()),
    });
    let odd = Hall::offering(json!({ "tools": [{ "name": "a.b", "inputSchema": { "type": "object" } }] }));
    let hall = Hall::offering(offer());
    for (hall, more, exit, said) in [
        (&twice, &[][..], Exit::Defective, "tools: \"a\": it is there twice"),
        (&repeats, &[], Exit::Defective, "the list has no end"),
        (&endless, &["--max-pages", "20"], Exit::OverLimit, "--max-pages"),
        (&hall, &["--max-items", "1"], Exit::OverLimit, "--max-items"),
        (&large, &["--max-bytes", "100000"], Exit::OverLimit, "--max-bytes"),
        (&huge, &["--max-bytes", "100000"], Exit::OverLimit, "more than 90536 bytes"),
        (&deep, &[], Exit::Defective, "levels"),
        (&garbled, &[], Exit::Defective, "no answer"),
        (&versionless, &[], Exit::Defective, "capabilities"),
        (&silent, &["--timeout", "200ms"], Exit::Trouble, "`--timeout TIME` gives it more time"),
        (
            &silent,
            &["--answer-timeout", "200ms"],
            Exit::Trouble,
            "error: tools: page 1: the server took too long\n",
        ),
        (
            &silent,
            &["--answer-timeout", "200ms"],
            Exit::Trouble,
            "`--answer-timeout TIME` gives it more time",
        ),
        (&odd, &[], Exit::Defective, "`--tolerate display_name_normalization` bears with it"),
    ] {
        let run = snapshot(hall, more);
        assert_eq!(run.exit, exit, "{said}: {}", run.err);
        assert!(run.err.contains(said), "{said}: {}", run.err);
        assert_eq!(run.text(), "");
    }
}

/// Where no MCP server answers, it is said what does, in which step, and what to do next.
#[test]
fn what_to_do_about_an_address() {
    let trouble = |hall: &Hall, said: &str, help: &str| {
        let run = snapshot(hall, &[]);
        assert_eq!((run.exit, run.text()), (Exit::Trouble, ""), "{said}");
        let lines: Vec<_> = run.err.lines().collect();
        assert_eq!(lines[0], format!("error: {said}"));
        assert!(lines[1].starts_with("  help: ") && lines[1].contains(help), "{said}: {}", run.err);
    };
    for (status, help) in [
        (400, "many servers serve MCP at `/mcp`"),
        (401, "`--bearer-env VARIABLE`"),
        (403, "`--header-env`"),
        (404, "many servers serve MCP at `/mcp`"),
        (405, "takes no `POST`"),
        (429, "try again later"),
        (502, "look into its log"),
    ] {
        let said = format!("handshake: `initialize`: the server answered with HTTP status {status}");
        trouble(&Hall::open(move |_, _| Answer::Status(status)), &said, help);
    }
    let listless = Hall::open(|method, _| match method {
        "tools/list" => Answer::Status(401),
        method => offered(method, &offer()),
    });
    let run = snapshot(&listless, &[]);
    assert!(run.err.contains(
        "error: tools: page 1: the call failed\n  cause: the server answered with HTTP status 401"
    ));
    assert!(run.err.contains("`--bearer-env VARIABLE`"), "{}", run.err);
    let page = Hall::open(|_, _| Answer::Page("<!doctype html><title>Welcome</title>"));
    let said = "handshake: `initialize`: the server's answer is neither plain JSON nor events";
    trouble(&page, said, "a web page would answer so");
    let moved = Hall::open(|_, _| Answer::Status(308));
    let said = "handshake: `initialize`: the server redirects, with HTTP status 308, which is not followed";
    trouble(&moved, said, "the address that this one redirects to");
    let run = wayleave(["catalog", "snapshot", "--binding", "wiki", "--url", "http://127.0.0.1:1/mcp"]);
    assert_eq!(run.exit, Exit::Trouble);
    assert!(run.err.contains("could not be reached") && run.err.contains("host and port"), "{}", run.err);
}

/// C8: what is borne with is in the lock, and borne with again when the server is verified.
#[test]
fn what_is_borne_with_is_pinned() {
    let hall = Hall::offering(json!({ "tools": [
        { "name": "a.b", "inputSchema": { "type": "object" }, "outputSchema": { "type": "object" } },
    ] }));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lock").display().to_string();
    let run = snapshot(&hall, &["--tolerate", "display_name_normalization", "--out", &path]);
    assert_eq!(run.exit, Exit::Success);
    assert!(run.err.contains("models know it as mcp__wiki__a_b"), "{}", run.err);
    assert!(fs::read_to_string(&path).unwrap().contains("\"display_name_normalization\""));
    let run = wayleave(["catalog", "verify", &path, "--url", &hall.url()]);
    assert_eq!(run.exit, Exit::Success, "{}", run.err);
}

/// C5: one item that is not valid is left out and named; the others are there.
#[test]
fn one_bad_item_is_named() {
    let mut tools: Vec<Value> =
        (0..300).map(|n| json!({ "name": format!("t{n}"), "inputSchema": { "type": "object" } })).collect();
    tools[123] = json!({ "name": "t123", "inputSchema": "none" });
    let hall = Hall::offering(json!({ "tools": tools }));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lock").display().to_string();
    let run = snapshot(&hall, &["--out", &path, "--format", "json"]);
    assert_eq!(run.json()["tools"], 299);
    assert_eq!(run.json()["warningsTotal"], 1);
    let warning = &run.json()["warnings"][0];
    assert_eq!((&warning["kind"], &warning["family"]), (&json!("item_dropped"), &json!("tools")));
    assert!(warning["text"].as_str().unwrap().starts_with("item 123, \"t123\""), "{warning}");
}

/// Nothing is overwritten by a snapshot, nor written where there is none.
#[test]
fn a_file_that_is_there_stays() {
    let hall = Hall::offering(offer());
    let (_folder, path) = locked(&hall);
    let before = fs::read(&path).unwrap();
    let run = snapshot(&Hall::offering(json!({})), &["--out", path.to_str().unwrap()]);
    assert_eq!(run.exit, Exit::Trouble);
    assert!(run.err.contains("is there already"), "{}", run.err);
    assert_eq!(fs::read(&path).unwrap(), before);
    let run = snapshot(&hall, &["--out", "-"]);
    assert_eq!((run.exit, run.text().as_bytes(), &*run.err), (Exit::Success, &*before, ""));
    let run = snapshot(&hall, &["--out", "-", "--format", "json"]);
    assert_eq!((run.exit, run.text()), (Exit::Trouble, ""));
    assert!(run.err.contains("`--format json` needs a file"), "{}", run.err);
    assert!(!std::path::Path::new("-").exists());
    let nowhere = path.with_file_name("none").join("lock");
    let run = snapshot(&hall, &["--out", nowhere.to_str().unwrap()]);
    assert_eq!(run.exit, Exit::Trouble);
    assert!(run.err.contains("cannot be written"), "{}", run.err);
}

/// The section of the README, followed to the letter but for the server.
#[cfg(unix)]
#[test]
fn the_readme_s_section() {
    let readme = fs::read_to_string(file("README.md")).unwrap();
    let section = readme.split_once("## Pin what a server offers\n").unwrap().1;
    let block = section.split_once("```sh\n").unwrap().1.split_once("```").unwrap().0;
    let folder = tempfile::tempdir().unwrap();
    let fixtures = file("runtime/cli/tests/cmd/fixtures").canonicalize().unwrap();
    let server = format!("sh {0}/server.sh {0}/wiki", fixtures.display());
    assert!(block.contains("npx -y @example/wiki"), "{block}");
    let mut commands = Vec::new();
    for line in block.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let line = line.replace("npx -y @example/wiki", &server);
        let command = line.split('#').next().unwrap().trim();
        let output = std::process::Command::new("sh")
            .args(["-c", &format!("alias wayleave={}\n{command}", env!("CARGO_BIN_EXE_wayleave"))])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {} {said}", output.status);
        commands.push(command.split(' ').nth(2).unwrap().to_owned());
    }
    assert_eq!(commands, ["snapshot", "show", "verify", "verify"]);
}
