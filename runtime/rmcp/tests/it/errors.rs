//! What a client is told where there is no bundle (G9, G18).

use serde_json::json;
use wayleave::model::Limits;

use crate::harness::{CANARY, Hall, Message, Revision, Rule, Scene, Served, exact, family};

const READ: &str = "resources/read";

/// A hall in which the guest may not have everything.
fn guarded() -> Scene {
    let scene = Hall::new()
        .serve(exact("attic", "hall://attic"), Served::text(CANARY))
        .serve(exact("cellar", "hall://cellar"), Served::text(CANARY))
        .serve(exact("special", "hall://room/special"), Served::text(CANARY))
        .serve(family("left", "hall://wing/{x}/door"), Served::text(CANARY))
        .open();
    scene.house.rule("guest", "secret", Rule::Undiscovered);
    scene.house.rule("guest", "hall://attic", Rule::Hidden);
    scene.house.rule("guest", "hall://cellar", Rule::Unreadable);
    scene
}

/// The answer with the request's own identity and URI taken out, byte by byte.
fn without(answer: &Message, uri: &str) -> String {
    let id = format!(r#""id":{}"#, answer.json["id"]);
    assert_eq!(answer.line.matches(uri).count(), 1, "{}", answer.line);
    answer.line.replace(&id, "ID").replace(uri, "URI")
}

#[tokio::test(start_paused = true)]
async fn what_is_denied_and_what_is_missing_are_one_answer() {
    // G9
    for revision in Revision::ALL {
        let scene = guarded();
        let mut wire = scene.connect(revision).await;
        let mut answers = Vec::new();
        for uri in [
            "hall://nothing",          // no match
            "hall://secret",           // may not be discovered
            "hall://attic",            // is hidden
            "hall://cellar",           // may not be read
            "hall://room/%73pecial",   // leads to another registration (U5)
            "hall://wing/%2e%2e/door", // a capture that is not admitted (U6)
            "mcp-warning://read/0",    // the reserved scheme (U2)
        ] {
            let answer = wire.request(READ, json!({ "uri": uri })).await;
            assert_eq!(answer.error()["code"], revision.not_found(), "{uri}");
            assert_eq!(answer.error()["data"], json!({ "uri": uri }));
            answers.push(without(&answer, uri));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
        assert!(!answers[0].contains(CANARY));
        // Someone else finds them.
        wire.caller("owner");
        for uri in ["hall://secret", "hall://attic", "hall://cellar"] {
            wire.request(READ, json!({ "uri": uri })).await.result();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn malformed_uris_are_invalid_params_for_all() {
    // U1, G9
    for revision in Revision::ALL {
        let mut wire = guarded().connect(revision).await;
        for uri in ["", "welcome", "hall://a b", "hall://%zz", "hall://ok%40evil@x/y", "hall://%ff"] {
            let answer = wire.request(READ, json!({ "uri": uri })).await;
            assert_eq!(answer.error()["code"], -32602, "{uri}");
            assert_eq!(answer.error()["data"], json!({ "uri": uri }));
            assert_ne!(answer.error()["message"], "Resource not found.");
        }
        let long = format!("hall://{}", "a".repeat(Limits::default().max_uri_bytes));
        let answer = wire.request(READ, json!({ "uri": long })).await;
        assert_eq!(*answer.error(), json!({ "code": -32602, "message": "the URI is too long" }));
    }
}

#[tokio::test(start_paused = true)]
async fn the_hosts_own_failures_say_nothing() {
    // G18
    for revision in Revision::ALL {
        let scene = guarded();
        scene.house.rule("guest", "welcome", Rule::Fails);
        let mut wire = scene.connect(revision).await;
        for uri in ["hall://broken", "hall://welcome"] {
            let answer = wire.request(READ, json!({ "uri": uri })).await;
            let told = json!({
                "code": -32603, "message": "The resource could not be read.", "data": { "uri": uri }
            });
            assert_eq!(*answer.error(), told);
        }
    }
}
