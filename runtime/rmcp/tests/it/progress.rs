//! Progress of long reads.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Gate, Hall, Revision, Scene, Served, Wire, exact, settle};

const ITEMS: [&str; 4] = ["hall://i/1", "hall://i/2", "hall://i/3", "hall://i/4"];

fn slow(gate: &Gate) -> Scene {
    Hall::new()
        .serve(exact("slow", "hall://slow"), Served::gated_bundle(&ITEMS, gate))
        .serve(exact("one", "hall://one"), Served::gated(gate))
        .open()
}

async fn begin(wire: &mut Wire, uri: &str, token: Option<Value>) -> u64 {
    let meta = token.map_or(json!({}), |token| json!({ "progressToken": token }));
    let id = wire.begin("resources/read", json!({ "uri": uri, "_meta": meta })).await;
    settle().await;
    id
}

fn told(token: &Value, done: usize) -> (String, Value) {
    let params = json!({ "progressToken": token, "progress": done as f64, "total": 4.0 });
    ("notifications/progress".into(), params)
}

#[tokio::test(start_paused = true)]
async fn a_bundle_tells_how_far_it_has_come() {
    for revision in Revision::ALL {
        for token in [json!(7), json!("mine")] {
            let gate = Gate::closed();
            let mut wire = slow(&gate).connect(revision).await;
            let id = begin(&mut wire, "hall://slow", Some(token.clone())).await;
            for done in 1..=3 {
                gate.open(1);
                assert_eq!(wire.notifications().await, [told(&token, done)]);
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            gate.open(1);
            assert_eq!(wire.answer(id).await.result()["contents"].as_array().unwrap().len(), 4);
            // The last one has come before the result, and nothing comes after it.
            assert_eq!(wire.heard(), [told(&token, 4)]);
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(wire.notifications().await, []);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_comes_too_fast_is_left_out() {
    let gate = Gate::closed();
    let mut wire = slow(&gate).connect(Revision::July2026).await;
    begin(&mut wire, "hall://slow", Some(json!(1))).await;
    gate.open(1);
    assert_eq!(wire.notifications().await, [told(&json!(1), 1)]);
    gate.open(2);
    assert_eq!(wire.notifications().await, []);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(wire.notifications().await, [told(&json!(1), 3)]);
}

#[tokio::test(start_paused = true)]
async fn no_answer_waits_for_the_next_notification() {
    let gate = Gate::closed();
    let mut wire = slow(&gate).connect(Revision::July2026).await;
    let id = begin(&mut wire, "hall://slow", Some(json!(1))).await;
    let start = tokio::time::Instant::now();
    gate.open(1);
    settle().await;
    gate.open(3);
    wire.answer(id).await.result();
    assert!(start.elapsed() < Duration::from_millis(50));
}

#[tokio::test(start_paused = true)]
async fn nobody_is_told_who_did_not_ask_or_has_nothing_to_wait_for() {
    for (uri, token) in [("hall://slow", None), ("hall://one", Some(json!(1)))] {
        let gate = Gate::closed();
        let mut wire = slow(&gate).connect(Revision::July2026).await;
        let id = begin(&mut wire, uri, token).await;
        gate.open(4);
        wire.answer(id).await.result();
        assert_eq!(wire.heard(), []);
        assert_eq!(wire.notifications().await, []);
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_read_tells_nothing_more() {
    let gate = Gate::closed();
    let mut wire = slow(&gate).connect(Revision::July2026).await;
    let id = begin(&mut wire, "hall://slow", Some(json!(1))).await;
    gate.open(1);
    assert_eq!(wire.notifications().await.len(), 1);
    wire.notify("notifications/cancelled", json!({ "requestId": id })).await;
    settle().await;
    gate.open(3);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(wire.notifications().await, []);
    assert_eq!(gate.dropped(), 1);
}
