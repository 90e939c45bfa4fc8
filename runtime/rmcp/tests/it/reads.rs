//! What a read delivers (G14, G15, G23, G29).

use std::time::Duration;

use serde_json::{Value, json};
use wayleave::{
    Definition,
    model::{Cache, CacheScope},
    prelude::Payload,
    resource::{Listing, ReadOptions},
};
use wayleave_rmcp::GatewayHandler;

use crate::harness::{Gate, Hall, KEY, Revision, Scene, Served, Wire, caller, exact, settle};

const READ: &str = "resources/read";

async fn read(wire: &mut Wire, uri: &str) -> Value {
    wire.request(READ, json!({ "uri": uri })).await.result().clone()
}

fn complete() -> Value {
    json!({ KEY: { "version": 1, "partial": false, "issues": [], "issuesOmitted": 0 } })
}

#[tokio::test(start_paused = true)]
async fn delivers_text_and_bytes_with_the_report() {
    // G15
    for revision in Revision::ALL {
        let mut wire = Hall::new().open().connect(revision).await;
        let text = read(&mut wire, "hall://welcome").await;
        assert_eq!(
            text["contents"],
            json!([{ "uri": "hall://welcome", "mimeType": "text/markdown", "text": "Welcome." }])
        );
        assert_eq!(text["_meta"], complete());
        let bytes = read(&mut wire, "hall://logo").await;
        assert_eq!(
            bytes["contents"],
            json!([{ "uri": "hall://logo", "mimeType": "application/octet-stream", "blob": "/wB/" }])
        );
        assert_eq!(bytes["_meta"], complete());
    }
}

#[tokio::test(start_paused = true)]
async fn delivers_empty_contents_and_metadata() {
    // G7
    let meta = json!({ "hall.example/n": 1.0 });
    let payload = Payload::text("").with_mime_type("text/x").with_meta(meta.as_object().unwrap().clone());
    let hall = Hall::empty()
        .serve(exact("text", "hall://text"), Served::payload(payload))
        .serve(exact("bytes", "hall://bytes"), Served::bytes(b""));
    let mut wire = hall.open().connect(Revision::July2026).await;
    let text = &read(&mut wire, "hall://text").await["contents"][0];
    assert_eq!(*text, json!({ "uri": "hall://text", "mimeType": "text/x", "text": "", "_meta": meta }));
    let bytes = &read(&mut wire, "hall://bytes").await["contents"][0];
    assert_eq!(bytes["blob"], "");
}

#[tokio::test(start_paused = true)]
async fn delivers_complete_and_partial_bundles() {
    // G14, G15
    for revision in Revision::ALL {
        let mut wire = Hall::new().open().connect(revision).await;
        let tour = read(&mut wire, "hall://tour").await;
        let uris: Vec<&Value> =
            tour["contents"].as_array().unwrap().iter().map(|item| &item["uri"]).collect();
        assert_eq!(uris, ["hall://welcome", "hall://logo"]);
        assert_eq!(tour["_meta"], complete());

        let ruin = read(&mut wire, "hall://ruin").await;
        let contents = ruin["contents"].as_array().unwrap();
        let report = &ruin["_meta"][KEY];
        assert_eq!(contents.len(), 3);
        assert!(contents[0]["uri"].as_str().unwrap().starts_with("mcp-warning://read/"));
        assert_eq!(contents[0]["text"], format!("Incomplete bundle.\n{report}"));
        assert_eq!(contents[0]["_meta"], json!({ KEY: { "diagnostic": true, "inlineOnly": true } }));
        assert_eq!(report["partial"], true);
        assert_eq!(report["issues"][0]["code"], "read_failed");
        assert_eq!(report["issues"][0]["uri"], "hall://broken");
    }
}

/// Resources that may be kept: for everyone, for one, not at all, for ever, and in a partial bundle.
fn kept() -> Scene {
    let kept_for = |name: &str, uri: &str, ttl, scope| {
        Definition::builder(name).uri(uri).cache(Cache { ttl, scope }).build().unwrap()
    };
    let kept = |name: &str, uri: &str, scope| kept_for(name, uri, Duration::from_secs(60), scope);
    let forever = kept_for("forever", "hall://forever", Duration::MAX, CacheScope::Private);
    let hall = Hall::empty();
    hall.house.set_open(true);
    hall.serve(kept("all", "hall://all", CacheScope::Public), Served::text("").impersonal())
        .serve(kept("own", "hall://own", CacheScope::Private), Served::text(""))
        .serve(exact("none", "hall://none"), Served::text(""))
        .serve(forever, Served::text(""))
        .serve(exact("broken", "hall://broken"), Served::failing())
        .serve(
            kept("partial", "hall://partial", CacheScope::Private),
            Served::bundle(&["hall://own", "hall://broken"]),
        )
        .open()
}

#[tokio::test(start_paused = true)]
async fn reads_say_how_long_and_for_whom_they_may_be_kept() {
    // G29
    let scene = kept();
    let mut wire = scene.connect(Revision::July2026).await;
    for (uri, ttl, scope) in [
        ("hall://all", 60_000_i64, "public"),
        ("hall://own", 60_000, "private"),
        ("hall://none", 0, "private"),
        ("hall://forever", (1 << 53) - 1, "private"),
        ("hall://partial", 0, "private"),
    ] {
        let result = read(&mut wire, uri).await;
        assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(ttl), &json!(scope)), "{uri}");
    }
    for revision in Revision::OLDER {
        let result = read(&mut scene.connect(revision).await, "hall://all").await;
        let keys: Vec<&String> = result.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["contents", "_meta"]);
    }
}

#[tokio::test(start_paused = true)]
async fn the_deadline_counts_what_finding_the_caller_takes() {
    // G23
    let hall = Hall::new();
    let clock = hall.clock.clone();
    let scene = hall.open();
    let slow = GatewayHandler::new(scene.live.clone(), move |context: &_| {
        clock.advance(Duration::from_secs(30));
        caller(context)
    });
    let mut wire = Wire::connect(slow, Revision::July2026).await;
    let answer = wire.request(READ, json!({ "uri": "hall://welcome" })).await;
    assert_eq!(answer.error()["code"], -32603);
    for method in ["resources/list", "resources/templates/list"] {
        assert_eq!(wire.request(method, json!({})).await.error()["code"], -32603);
    }
}

#[tokio::test(start_paused = true)]
async fn the_deadline_counts_what_making_the_answer_takes() {
    // G23
    let scene = Hall::new().open();
    let (gateway, guest) = (scene.live.current(), "guest".to_owned());
    let template = "hall://room/{room}/desk/{desk}";
    let reference = json!({ "type": "ref/resource", "uri": template });
    let cases = [
        (READ, json!({ "uri": "hall://tour" })),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("completion/complete", json!({ "ref": reference, "argument": { "name": "desk", "value": "" } })),
    ];
    let mut wire = scene.connect(Revision::July2026).await;
    for (method, params) in cases {
        // How often the gateway looks at the clock by itself.
        let before = scene.clock.looks();
        let deadline = gateway.start();
        match method {
            READ => {
                let options = ReadOptions::new().deadline(deadline);
                drop(gateway.read_with(&guest, "hall://tour", options).await.unwrap());
            }
            "resources/list" => drop(gateway.list(&guest, Listing::Resources, None).await.unwrap()),
            "resources/templates/list" => drop(gateway.list(&guest, Listing::Templates, None).await.unwrap()),
            _ => drop(gateway.complete(&guest, template, "desk", "", &[]).await.unwrap()),
        }
        let looks = scene.clock.looks() - before;
        wire.request(method, params.clone()).await.result();
        // The next look is the last one, when the answer is made.
        scene.clock.late_at(looks + 1);
        assert_eq!(wire.request(method, params).await.error()["code"], -32603, "{method}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_deadline_ends_a_read() {
    // G23
    let gate = Gate::closed();
    let hall = Hall::empty().serve(exact("slow", "hall://slow"), Served::gated(&gate));
    let scene = hall.build(|limits| {
        limits.read_timeout = Duration::from_secs(3);
        limits.item_timeout = Duration::from_secs(30);
    });
    let mut wire = scene.connect(Revision::July2026).await;
    let before = tokio::time::Instant::now();
    let answer = wire.request(READ, json!({ "uri": "hall://slow" })).await;
    assert_eq!(answer.error()["code"], -32603);
    assert_eq!(before.elapsed().as_secs(), 3);
    assert_eq!(gate.dropped(), 1);
}

#[tokio::test(start_paused = true)]
async fn two_clients_with_one_request_id_get_their_own_answers() {
    let gate = Gate::closed();
    let hall = Hall::new().serve(exact("slow", "hall://slow"), Served::gated(&gate));
    let scene = hall.open();
    let mut slow = scene.connect(Revision::July2026).await;
    let mut quick = scene.connect(Revision::July2026).await;
    let one = slow.begin(READ, json!({ "uri": "hall://slow" })).await;
    settle().await;
    let other = quick.begin(READ, json!({ "uri": "hall://welcome" })).await;
    assert_eq!(one, other);
    assert_eq!(quick.answer(other).await.result()["contents"][0]["text"], "Welcome.");
    gate.open(1);
    assert_eq!(slow.answer(one).await.result()["contents"][0]["text"], "body of hall://slow");
}
