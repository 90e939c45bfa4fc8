//! Requests that no decent client sends, and clients that are not decent: each gets the right answer, and the server
//! lives.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
};

use serde_json::json;

use crate::{
    fixture::{Fixture, Setting},
    http::{Answer, Post, REVISIONS},
};

/// JSON answers, and event streams.
const SHAPES: [&[&str]; 2] = [&[], &["--events"]];

fn each_server(test: impl Fn(SocketAddr)) {
    for flags in SHAPES {
        let fixture = Fixture::start(&Setting::new(), flags);
        test(fixture.address());
        for revision in REVISIONS {
            lives(fixture.address(), revision);
        }
    }
}

fn lives(address: SocketAddr, revision: &str) {
    assert_eq!(Post::read(revision, 1, "test://watched-resource").answer(address).text(), "Watched.");
}

#[test]
fn two_clients_with_one_id_get_each_its_own_answer() {
    for (flags, revision) in SHAPES.into_iter().flat_map(|flags| REVISIONS.map(|revision| (flags, revision)))
    {
        let fixture = Fixture::start(&Setting::new(), flags);
        let address = fixture.address();
        // The first waits until the third has begun, and the second comes in between: all with the same id.
        let waits = Post::read(revision, 7, "fixture://slow/begun").send(address);
        let text = Post::read(revision, 7, "test://static-text").answer(address);
        assert_eq!(text.text(), "This is the content of the static text resource.");
        let _slow = Post::read(revision, 7, "fixture://slow").send(address);
        let waited = Answer::of(waits).expect("an answer");
        assert_eq!(waited.message()["id"], 7);
        assert_eq!(waited.result()["contents"][0]["uri"], "fixture://slow/begun");
        lives(address, revision);
    }
}

// G3
#[test]
fn a_client_that_goes_away_in_the_middle_of_a_read_ends_it() {
    for revision in REVISIONS {
        for flags in SHAPES {
            let fixture = Fixture::start(&Setting::new(), flags);
            let slow = Post::read(revision, 1, "fixture://slow").send(fixture.address());
            let begun = Post::read(revision, 1, "fixture://slow/begun").answer(fixture.address());
            assert_eq!(begun.text(), "1");
            drop(slow);
            let dropped = Post::read(revision, 1, "fixture://slow/dropped").answer(fixture.address());
            assert_eq!(dropped.text(), "1");
            lives(fixture.address(), revision);
        }
    }
}

#[test]
fn a_request_of_ten_megabytes_is_refused() {
    each_server(|address| {
        for revision in REVISIONS {
            let uri = format!("fixture://{}", "x".repeat(10_000_000));
            let mut post = Post::read(revision, 1, &uri);
            post.headers.retain(|(name, _)| *name != "Mcp-Name");
            assert_eq!(post.with("Mcp-Name", "fixture://x").answer(address).status, 413);
        }
    });
}

#[test]
fn a_foreign_host_or_origin_is_refused() {
    each_server(|address| {
        for revision in REVISIONS {
            let post = || Post::read(revision, 1, "test://static-text");
            let status = |post: Post| post.answer(address).status;
            assert_eq!(status(post().with("Host", "evil.example")), 403);
            assert_eq!(status(post().with("Host", "evil.example:80")), 403);
            assert_eq!(status(post().with("Host", "127.0.0.1.evil.example")), 403);
            assert_eq!(status(post().with("Origin", "http://evil.example")), 403);
            assert_eq!(status(post().with("Origin", "https://127.0.0.1.evil.example")), 403);
            assert_eq!(status(post().with("Origin", "null")), 403);
            assert_eq!(status(post().with("Host", "localhost")), 200);
            assert_eq!(status(post().with("Origin", "http://localhost:3000")), 200);
        }
    });
}

#[test]
fn a_name_header_unlike_the_uri_is_refused() {
    each_server(|address| {
        let post = Post::read("2026-07-28", 1, "fixture://denied");
        for other in ["test://static-text", "fixture://denie", "fixture://denied/", "FIXTURE://denied", ""] {
            let answer = post.clone().with("Mcp-Name", other).answer(address);
            assert_eq!((answer.status, answer.error_code()), (400, Some(-32020)), "{other:?}");
        }
        let mut none = post.clone();
        none.headers.retain(|(name, _)| *name != "Mcp-Name");
        let answer = none.answer(address);
        assert_eq!((answer.status, answer.error_code()), (400, Some(-32020)));
        let mut two = post;
        two.headers.push(("Mcp-Name", "test://static-text".into()));
        assert_eq!(two.answer(address).status, 400);
    });
}

#[test]
fn what_is_no_request_is_refused() {
    each_server(|address| {
        for revision in REVISIONS {
            let mut post = Post::read(revision, 1, "test://static-text");
            for body in ["", "{", "[]", "null", "{\"jsonrpc\":\"2.0\"}", &"[".repeat(100_000)] {
                post.body = body.as_bytes().to_vec();
                let status = post.answer(address).status;
                assert!((400..500).contains(&status), "{status} for {body:.20}");
            }
        }
    });
}

/// What a request is answered, with its own URI taken out of all of it.
fn without(answer: &Answer, uri: &str) -> (u16, Vec<(String, String)>, String) {
    let body = std::str::from_utf8(&answer.body).expect("text").replace(uri, "URI");
    let kept = |name: &str| name != "date" && name != "content-length";
    let headers = answer.headers.iter().filter(|(name, _)| kept(name)).cloned().collect();
    (answer.status, headers, body)
}

// G9
#[test]
fn what_is_denied_is_byte_for_byte_what_is_missing() {
    each_server(|address| {
        for revision in REVISIONS {
            let answer = |uri| without(&Post::read(revision, 1, uri).answer(address), uri);
            let missing = answer("fixture://missing");
            assert!(missing.2.contains("URI"), "{}", missing.2);
            for uri in [
                "fixture://denied",
                "fixture://hidden",
                "fixture://vault/key",
                "fixture://city/a%2Fb/c",
                "fixture://city//x",
                "mcp-warning://read/00112233445566778899aabbccddeeff",
            ] {
                assert_eq!(answer(uri), missing, "{uri} at {revision}");
            }
            let code = if revision >= "2026-07-28" { -32602 } else { -32002 };
            let answer = Post::read(revision, 1, "fixture://denied").answer(address);
            assert_eq!(answer.error_code(), Some(code));
            assert_eq!(answer.message()["error"]["data"], json!({ "uri": "fixture://denied" }));
        }
    });
}

#[test]
fn who_asks_is_what_the_bearer_says_and_not_the_client() {
    each_server(|address| {
        for revision in REVISIONS {
            // Every request here says that its client's name is `anna`.
            let post = Post::read(revision, 1, "fixture://denied");
            assert!(post.clone().answer(address).error_code().is_some());
            assert!(
                post.clone().with("Authorization", "Bearer mallory").answer(address).error_code().is_some()
            );
            let text = post.with("Authorization", "Bearer anna").answer(address).text();
            assert_eq!(text, "Only staff reads this.");
        }
    });
}

// G28
#[test]
fn a_listener_hears_of_a_change_and_of_nothing_else() {
    each_server(|address| {
        let asked = json!({
            "notifications": {
                "toolsListChanged": true,
                "resourceSubscriptions": ["test://watched-resource", "fixture://hidden", "fixture://missing"],
            },
        });
        let listens = Post::new("2026-07-28", 1, "subscriptions/listen", asked).send(address);
        let mut heard = BufReader::new(listens)
            .lines()
            .map(|line| line.expect("a line"))
            .filter_map(|line| line.strip_prefix("data:").and_then(|data| serde_json::from_str(data).ok()));
        let mut next = || -> serde_json::Value { heard.next().expect("an event") };
        let acknowledged = next();
        assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
        // Hidden and unknown ones are taken alike, and nothing that this server does not announce.
        let accepted = json!({
            "resourceSubscriptions": ["test://watched-resource", "fixture://hidden", "fixture://missing"],
        });
        assert_eq!(acknowledged["params"]["notifications"], accepted);
        let touch = Post::new("2026-07-28", 1, "tools/call", json!({ "name": "touch", "arguments": {} }));
        assert_eq!(touch.answer(address).status, 200);
        let updated = next();
        assert_eq!(updated["method"], "notifications/resources/updated");
        assert_eq!(updated["params"]["uri"], "test://watched-resource");
    });
}
