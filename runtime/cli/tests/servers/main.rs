//! Real servers, pinned: the same one has the same digest (C2), and each change of a tool is seen and named (C12, C14).
//! `run.sh` installs them and runs this; without them the tests are left out, aloud.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may panic, helpers outside of `#[test]` too"
)]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

/// The folder that `run.sh` has filled, if the environment names one.
fn servers() -> Option<PathBuf> {
    let folder = env::var_os("WAYLEAVE_SERVERS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("left out: tests/servers/run.sh of the command installs the servers and runs this too");
    }
    folder.map(|folder| folder.canonicalize().expect("WAYLEAVE_SERVERS is a folder with the servers"))
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers")
}

fn python(folder: &Path) -> String {
    folder.join("python/bin/python").display().to_string()
}

/// The server's command, behind the change that it is seen through.
fn through(folder: &Path, change: &str, server: &[String]) -> Vec<String> {
    let script = here().join("change.py").display().to_string();
    [python(folder), script, change.to_owned()].into_iter().chain(server.iter().cloned()).collect()
}

fn catalog(args: &[&str], server: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayleave"))
        .arg("catalog")
        .args(args)
        // The machine may be busy with other tests.
        .args(["--timeout", "15m", "--stdio"])
        .args(server)
        .output()
        .expect("the command runs")
}

fn said(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{}\n{}\n{err}", output.status, &out[..out.len().min(4_000)])
}

/// Snapshots of a server in several forms, and every change of its first tool. `tools` is how many it has at least.
fn pinned(folder: &Path, server: &[String], tools: usize) {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).display().to_string();
    let snapshot = |name: &str, server: &[String]| -> Value {
        let args = ["snapshot", "--binding", "real", "--out", &path(name), "--format", "json"];
        let output = catalog(&args, server);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (one, two) = (snapshot("one", server), snapshot("two", server));
    assert_eq!(one["digest"], two["digest"]);
    assert_eq!(fs::read(path("one")).unwrap(), fs::read(path("two")).unwrap());
    assert!(one["tools"].as_u64().unwrap() >= tools as u64, "{one}");
    let output = catalog(&["verify", &path("one")], server);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));

    // The change's own program writes messages anew, so what it changes is compared with what it does not.
    snapshot("plain", &through(folder, "none", server));
    for (change, counts, sign, field) in [
        ("description", "0 added, 0 removed, 1 changed; a model sees it", "~ ", "description"),
        ("schema", "0 added, 0 removed, 1 changed; a model sees it", "~ ", "inputSchema"),
        ("annotation", "0 added, 0 removed, 1 changed; no model sees it", "~ ", "annotations.readOnlyHint"),
        ("title", "0 added, 0 removed, 1 changed; no model sees it", "~ ", "title"),
        ("added", "1 added, 0 removed, 0 changed; a model sees it", "+ zz-added", "inputSchema"),
        ("removed", "0 added, 1 removed, 0 changed; a model sees it", "- ", "inputSchema"),
    ] {
        let output = catalog(&["verify", &path("plain")], &through(folder, change, server));
        assert_eq!(output.status.code(), Some(1), "{change}: {}", said(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with(counts), "{change}: {text}");
        assert!(text.lines().any(|line| line.trim_start().starts_with(sign)), "{change}: {text}");
        assert!(text.lines().any(|line| line.trim() == field), "{change}: {text}");
    }
    // What is accepted is pinned.
    let changed = through(folder, "title", server);
    let output = catalog(&["verify", &path("plain"), "--accept"], &changed);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(catalog(&["verify", &path("plain")], &changed).status.code(), Some(0));
}

fn node(folder: &Path, package: &str) -> Vec<String> {
    let script = folder.join("node_modules/@modelcontextprotocol").join(package).join("dist/index.js");
    vec!["node".to_owned(), script.display().to_string()]
}

#[test]
fn everything() {
    let Some(folder) = servers() else { return };
    pinned(&folder, &node(&folder, "server-everything"), 5);
}

#[test]
fn filesystem() {
    let Some(folder) = servers() else { return };
    let place = tempfile::tempdir().unwrap();
    let mut server = node(&folder, "server-filesystem");
    server.push(place.path().display().to_string());
    pinned(&folder, &server, 10);
}

#[test]
fn three_thousand_tools() {
    let Some(folder) = servers() else { return };
    let server = [python(&folder), here().join("tools.py").display().to_string()];
    pinned(&folder, &server, 3_000);
}
