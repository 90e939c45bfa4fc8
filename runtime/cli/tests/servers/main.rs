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
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread::sleep,
    time::{Duration, Instant},
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
    let server: Vec<&str> = ["--stdio"].into_iter().chain(server.iter().map(String::as_str)).collect();
    catalog_of(args, &server)
}

fn catalog_of(args: &[&str], server: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayleave"))
        .arg("catalog")
        .args(args)
        // The machine may be busy with other tests.
        .args(["--timeout", "15m"])
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

/// A server over HTTP+SSE of 2024-11-05, until it is dropped.
struct Held {
    server: Child,
    url: String,
}

impl Held {
    /// Starts a server, which is told the word `sse` and the port, and waits until it listens.
    fn start(command: &[String]) -> Self {
        // Nobody else is given the port so soon again.
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut server = Command::new(&command[0]);
        server.args(&command[1..]).arg("sse").env("PORT", free.port().to_string());
        let server = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let held = Self { server, url: format!("http://{free}/sse") };
        let began = Instant::now();
        while TcpStream::connect(free).is_err() {
            assert!(began.elapsed() < Duration::from_secs(300), "{command:?} does not listen");
            sleep(Duration::from_millis(50));
        }
        held
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The lock files of a server over HTTP+SSE, from which it is verified, and of the same one over a pipe.
fn over_both(held: &Held, server: &[String]) -> [Value; 2] {
    let place = tempfile::tempdir().unwrap();
    let lock_of = |name: &str, server: &[&str]| -> Value {
        let path = place.path().join(name).display().to_string();
        let output = catalog_of(&["snapshot", "--binding", "real", "--out", &path], server);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let output = catalog_of(&["verify", &path], server);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        serde_json::from_slice(&fs::read(&path).unwrap()).unwrap()
    };
    let piped: Vec<&str> = ["--stdio"].into_iter().chain(server.iter().map(String::as_str)).collect();
    [lock_of("held", &["--url", &held.url]), lock_of("piped", &piped)]
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
fn everything_over_sse() {
    let Some(folder) = servers() else { return };
    let server = node(&folder, "server-everything");
    let [held, piped] = over_both(&Held::start(&server), &server);
    assert!(held["tools"].as_array().unwrap().len() >= 5);
    assert_eq!(held, piped);
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
    pinned(&folder, &many(&folder), 3_000);
}

fn many(folder: &Path) -> [String; 2] {
    [python(folder), here().join("tools.py").display().to_string()]
}

/// Over a pipe it speaks a newer revision, in which it says more of what it can do and writes schemas in another order.
#[test]
fn three_thousand_tools_over_sse() {
    let Some(folder) = servers() else { return };
    let server = many(&folder);
    let [mut held, mut piped] = over_both(&Held::start(&server), &server);
    assert!(held["tools"].as_array().unwrap().len() >= 3_000);
    assert_eq!(held["protocolVersion"], "2025-11-25");
    for lock in [&mut held, &mut piped] {
        for field in ["digest", "protocolVersion", "capabilities"] {
            assert!(lock.as_object_mut().unwrap().remove(field).is_some());
        }
    }
    assert!(held == piped, "they offer other things");
}
