//! Secrets go to the server and nowhere else.

use std::{
    fs,
    process::{Command, Output},
};

use serde_json::json;

use super::{Answer, Hall, offer, offered};

const SECRETS: [&str; 4] = ["h3ader-s3cret", "v4riable-s3cret", "t0ken-s3cret", "qu3ry-s3cret"];

/// Asks with every kind of secret.
fn ask(hall: &Hall, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayleave"))
        .args(["catalog", "snapshot", "--binding", "wiki", "--url", &hall.url(), "--verbose"])
        .args([
            "--header",
            "X-Api-Key: h3ader-s3cret",
            "--header-env",
            "X-Other=OTHER",
            "--bearer-env",
            "TOKEN",
        ])
        .args(more)
        .env("OTHER", "v4riable-s3cret")
        .env("TOKEN", "t0ken-s3cret")
        .output()
        .unwrap()
}

fn hides(text: &[u8]) {
    let text = String::from_utf8_lossy(text);
    for secret in SECRETS {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[test]
fn headers_are_sent_and_not_written() {
    let hall = Hall::offering(offer());
    let folder = tempfile::tempdir().unwrap();
    let lock = folder.path().join("lock");
    let run = ask(&hall, &["--out", lock.to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    for text in [&run.stdout, &run.stderr, &fs::read(&lock).unwrap()] {
        hides(text);
    }
    let heads = hall.heads().to_lowercase();
    for header in [
        "x-api-key: h3ader-s3cret",
        "x-other: v4riable-s3cret",
        "authorization: bearer t0ken-s3cret",
        "qu3ry-s3cret",
    ] {
        assert!(heads.contains(header), "{header} is not in {heads}");
    }
}

/// A server that repeats what it was sent, in an error, does not get it onto the terminal.
#[test]
fn failures_hide_them() {
    let refuses = Hall::open(|_, _| Answer::Status(401));
    let fails = Hall::open(|method, _| match method {
        "tools/list" => Answer::Status(500),
        method => offered(method, &offer()),
    });
    let garbles = Hall::open(|method, _| match method {
        "tools/list" => Answer::Raw("\"t0ken-s3cret\"".into()),
        method => offered(method, &offer()),
    });
    let moved = Hall::open(|_, _| Answer::Status(307));
    for (hall, code) in [(refuses, 2), (fails, 2), (garbles, 4), (moved, 2)] {
        let run = ask(&hall, &[]);
        assert_eq!(run.status.code(), Some(code), "{}", String::from_utf8_lossy(&run.stderr));
        hides(&run.stdout);
        hides(&run.stderr);
    }
    let named = |names: &'static [&str]| {
        let tools: Vec<_> =
            names.iter().map(|name| json!({ "name": name, "inputSchema": { "type": "object" } })).collect();
        Hall::offering(json!({ "tools": tools }))
    };
    let cut = named(&["v4riable-s3cret-and-more-than-is-shown-of-a-name-before-it-is-cut-off\u{1}"]);
    let twice = named(&["h3ader-s3cret", "h3ader-s3cret"]);
    let version = Hall::open(|method, params| match method {
        "server/discover" => {
            Answer::Result(json!({ "supportedVersions": ["Bearer t0ken-s3cret", "t0ken-s3cret"] }))
        }
        "initialize" => Answer::Result(json!({
            "protocolVersion": "qu3ry-s3cret", "capabilities": {}, "serverInfo": { "name": "n", "version": "1" },
        })),
        _ => offered(method, params),
    });
    let older = Hall::open(|method, params| match method {
        "server/discover" => Answer::Status(404),
        "initialize" => Answer::Result(json!({
            "protocolVersion": "Bearer t0ken-s3cret", "capabilities": {}, "serverInfo": { "name": "n", "version": "1" },
        })),
        _ => offered(method, params),
    });
    for hall in [cut, twice, version, older] {
        let run = ask(&hall, &["--out", "-"]);
        assert!(run.stderr.len() > 20, "{}", String::from_utf8_lossy(&run.stderr));
        hides(&run.stderr);
        assert!(!String::from_utf8_lossy(&run.stderr).contains("v4riable-s3c"));
    }
    let gone = Hall::offering(json!({}));
    for more in [
        &["--header", "no colon t0ken-s3cret"][..],
        &["--header", "a b: t0ken-s3cret"],
        &["--header", "Content-Length: t0ken-s3cret"],
        &["--header", "X: t0ken-s3cret\u{7}"],
        &["--header-env", "t0ken-s3cret"],
        &["--header-env", "X=t0ken-s3cret"],
    ] {
        let run = ask(&gone, more);
        assert_eq!(run.status.code(), Some(2), "{more:?}");
        hides(&run.stderr);
    }
}
