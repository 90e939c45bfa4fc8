//! A client that waits no longer ends its request (G3).

use serde_json::json;

use crate::harness::{Gate, Hall, Revision, Served, exact, settle};

#[tokio::test(start_paused = true)]
async fn a_cancelled_read_is_dropped_and_not_answered() {
    for revision in Revision::ALL {
        let gate = Gate::closed();
        let scene = Hall::new().serve(exact("slow", "hall://slow"), Served::gated(&gate)).open();
        let mut wire = scene.connect(revision).await;
        let id = wire.begin("resources/read", json!({ "uri": "hall://slow" })).await;
        settle().await;
        assert_eq!((gate.arrived(), gate.dropped()), (1, 0));
        wire.notify("notifications/cancelled", json!({ "requestId": id })).await;
        settle().await;
        assert_eq!(gate.dropped(), 1);
        gate.open(1);
        assert_eq!(wire.notifications().await, []);
        // The connection lives.
        wire.request("resources/read", json!({ "uri": "hall://welcome" })).await.result();
    }
}

#[tokio::test(start_paused = true)]
async fn listings_and_completions_are_dropped_alike() {
    let gate = Gate::closed();
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::July2026).await;
    scene.house.gate_discovery(gate.clone());
    let complete = json!({
        "ref": { "type": "ref/resource", "uri": "hall://room/{room}/desk/{desk}" },
        "argument": { "name": "desk", "value": "" },
    });
    let requests = [
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("completion/complete", complete),
    ];
    for (done, (method, params)) in requests.into_iter().enumerate() {
        let id = wire.begin(method, params).await;
        settle().await;
        wire.notify("notifications/cancelled", json!({ "requestId": id })).await;
        settle().await;
        assert_eq!(gate.dropped(), done + 1, "{method}");
    }
    assert_eq!(wire.notifications().await, []);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_hangs_up_ends_its_read() {
    let gate = Gate::closed();
    let scene = Hall::new().serve(exact("slow", "hall://slow"), Served::gated(&gate)).open();
    let mut wire = scene.connect(Revision::July2026).await;
    wire.begin("resources/read", json!({ "uri": "hall://slow" })).await;
    settle().await;
    drop(wire);
    // The SDK waits for what may still be answered.
    tokio::time::sleep(std::time::Duration::from_secs(10)).await;
    assert_eq!(gate.dropped(), 1);
    scene.connect(Revision::July2026).await.request("resources/list", json!({})).await.result();
}
