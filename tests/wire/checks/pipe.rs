//! Lines on a pipe, byte by byte.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use crate::{
    fixture::{PROGRAM, Setting},
    http::{Post, REVISIONS},
};

/// The fixture at the other end of a pipe, spoken to in the way of one revision.
struct Pipe {
    revision: &'static str,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Pipe {
    fn open(revision: &'static str) -> Self {
        let mut child = Command::new(PROGRAM)
            .envs(Setting::new())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the fixture starts");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut pipe = Self { revision, child, to, from };
        if revision < "2026-07-28" {
            let client = json!({ "name": "anna", "version": "1" });
            let params = json!({ "protocolVersion": revision, "capabilities": {}, "clientInfo": client });
            pipe.send(0, "initialize", params);
            assert_eq!(pipe.answer(0)["result"]["protocolVersion"], revision);
            pipe.line(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        }
        pipe
    }

    fn line(&mut self, line: &str) {
        writeln!(self.to, "{line}").expect("the fixture reads");
    }

    fn send(&mut self, id: u64, method: &str, params: Value) {
        let post = Post::new(self.revision, id, method, params);
        self.line(std::str::from_utf8(&post.body).expect("text"));
    }

    fn read(&mut self, id: u64, uri: &str) {
        self.send(id, "resources/read", json!({ "uri": uri }));
    }

    fn next(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.from.read_line(&mut line).expect("a line"), 0, "the fixture has ended");
        line
    }

    fn message(&mut self) -> Value {
        serde_json::from_str(&self.next()).expect("a message")
    }

    /// The next message with this id, whatever comes before it.
    fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.message();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn text(&mut self, id: u64, uri: &str) -> String {
        self.read(id, uri);
        let answer = self.answer(id);
        answer["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It is gone already, or goes now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

// G3
#[test]
fn a_cancelled_read_ends_and_the_pipe_goes_on() {
    for revision in REVISIONS {
        let mut pipe = Pipe::open(revision);
        pipe.read(1, "fixture://slow");
        assert_eq!(pipe.text(2, "fixture://slow/begun"), "1");
        let cancelled = json!({ "requestId": 1, "reason": "no longer wanted" });
        pipe.line(
            &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled })
                .to_string(),
        );
        assert_eq!(pipe.text(3, "fixture://slow/dropped"), "1");
        assert_eq!(pipe.text(4, "test://watched-resource"), "Watched.");
    }
}

// G28
#[test]
fn a_subscriber_hears_of_a_change_until_it_unsubscribes() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let mut pipe = Pipe::open(revision);
        // Hidden and unknown ones are taken like any other.
        for (id, uri) in [(1, "fixture://hidden"), (2, "fixture://missing"), (3, "test://watched-resource")] {
            pipe.send(id, "resources/subscribe", json!({ "uri": uri }));
            assert_eq!(pipe.answer(id)["result"], json!({}));
        }
        pipe.send(4, "tools/call", json!({ "name": "touch", "arguments": {} }));
        let (first, second) = (pipe.message(), pipe.message());
        let (answer, notice) = if first["id"] == 4 { (first, second) } else { (second, first) };
        assert_eq!(answer["id"], 4);
        assert_eq!(notice["method"], "notifications/resources/updated");
        assert_eq!(notice["params"]["uri"], "test://watched-resource");

        pipe.send(5, "resources/unsubscribe", json!({ "uri": "test://watched-resource" }));
        assert_eq!(pipe.answer(5)["result"], json!({}));
        pipe.send(6, "tools/call", json!({ "name": "touch", "arguments": {} }));
        assert_eq!(pipe.message()["id"], 6);
        pipe.read(7, "test://watched-resource");
        assert_eq!(pipe.message()["id"], 7, "nothing is heard after that");
    }
}

#[test]
fn a_long_bundle_reports_its_progress() {
    for revision in REVISIONS {
        let mut pipe = Pipe::open(revision);
        let mut post = Post::read(revision, 1, "fixture://bundle/complete");
        let mut body: Value = serde_json::from_slice(&post.body).expect("JSON");
        body["params"]["_meta"]["progressToken"] = json!("token");
        post.body = body.to_string().into_bytes();
        pipe.line(std::str::from_utf8(&post.body).expect("text"));
        let mut last = 0.0;
        loop {
            let message = pipe.message();
            if message["id"] == 1 {
                assert_eq!(message["result"]["contents"].as_array().map(Vec::len), Some(2), "{message}");
                break;
            }
            assert_eq!(message["method"], "notifications/progress");
            assert_eq!(message["params"]["progressToken"], "token");
            let progress = message["params"]["progress"].as_f64().expect("a number");
            assert!(progress > last, "{progress} after {last}");
            // A stranger does not learn by the total that something is hidden.
            assert!(message["params"]["total"].as_f64().is_none_or(|total| total <= 2.0), "{message}");
            last = progress;
        }
        assert!(last > 0.0, "no progress at {revision}");
    }
}

// G9
#[test]
fn what_is_denied_is_byte_for_byte_what_is_missing() {
    for revision in REVISIONS {
        let mut pipe = Pipe::open(revision);
        let mut answer = |uri: &str| {
            pipe.read(1, uri);
            pipe.next().replace(uri, "URI")
        };
        let missing = answer("fixture://missing");
        assert!(missing.contains("URI"), "{missing}");
        for uri in ["fixture://denied", "fixture://hidden", "fixture://vault/key", "fixture://city/a%2Fb/c"] {
            assert_eq!(answer(uri), missing, "{uri} at {revision}");
        }
    }
}

#[test]
fn what_is_no_request_does_not_end_the_pipe() {
    for revision in REVISIONS {
        let mut pipe = Pipe::open(revision);
        for line in ["", "{", "[]", "null", "{\"jsonrpc\":\"2.0\"}", "\u{7}", &"[".repeat(100_000)] {
            pipe.line(line);
        }
        pipe.send(1, "no/such/method", json!({}));
        assert_eq!(pipe.answer(1)["error"]["code"], -32601);
        assert_eq!(pipe.text(2, "test://watched-resource"), "Watched.");
    }
}
