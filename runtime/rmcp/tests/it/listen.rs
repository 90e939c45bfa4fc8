//! `subscriptions/listen` (G28).

use serde_json::{Value, json};

use crate::harness::{Gate, Hall, Revision, Rule, Scene, Wire, settle};

const LISTEN: &str = "subscriptions/listen";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

/// Begins to listen, and gives the request's identity and the filter that was accepted.
async fn listen(wire: &mut Wire, filter: Value) -> (u64, Value) {
    let id = wire.begin(LISTEN, json!({ "notifications": filter })).await;
    let told = wire.notifications().await;
    assert_eq!(told.len(), 1, "{told:?}");
    let (method, params) = &told[0];
    assert_eq!(method, ACKNOWLEDGED);
    (id, params["notifications"].clone())
}

fn meta(id: u64) -> Value {
    json!({ "io.modelcontextprotocol/subscriptionId": id })
}

fn updated(id: u64, uri: &str) -> (String, Value) {
    ("notifications/resources/updated".into(), json!({ "uri": uri, "_meta": meta(id) }))
}

fn lists(id: u64) -> (String, Value) {
    ("notifications/resources/list_changed".into(), json!({ "_meta": meta(id) }))
}

fn replace(scene: &Scene) {
    scene.live.replace(scene.live.current());
}

#[tokio::test(start_paused = true)]
async fn a_stream_tells_what_its_filter_asks_for() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::July2026).await;
    let filter = json!({
        "resourcesListChanged": true,
        "toolsListChanged": true,
        "resourceSubscriptions": ["hall://welcome", "hall://nothing"],
    });
    let (id, accepted) = listen(&mut wire, filter).await;
    let expected = json!({ "resourcesListChanged": true, "resourceSubscriptions": ["hall://welcome", "hall://nothing"] });
    assert_eq!(accepted, expected);
    for uri in ["hall://welcome", "hall://logo", "hall://nothing"] {
        scene.live.updated(uri);
    }
    assert_eq!(wire.notifications().await, [updated(id, "hall://welcome")]);
    replace(&scene);
    assert_eq!(wire.notifications().await, [lists(id)]);
}

#[tokio::test(start_paused = true)]
async fn two_streams_have_their_own_filters() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::July2026).await;
    let (one, _) = listen(&mut wire, json!({ "resourceSubscriptions": ["hall://welcome"] })).await;
    let (other, _) = listen(&mut wire, json!({ "resourcesListChanged": true })).await;
    scene.live.updated("hall://welcome");
    assert_eq!(wire.notifications().await, [updated(one, "hall://welcome")]);
    replace(&scene);
    assert_eq!(wire.notifications().await, [lists(other)]);
    // One that ends leaves the other.
    wire.notify("notifications/cancelled", json!({ "requestId": one })).await;
    settle().await;
    assert!(format!("{:?}", scene.live).contains("listeners: 1"));
    scene.live.updated("hall://welcome");
    replace(&scene);
    assert_eq!(wire.notifications().await, [lists(other)]);
}

#[tokio::test(start_paused = true)]
async fn an_update_is_judged_when_it_is_sent() {
    let scene = Hall::new().open();
    scene.house.rule("guest", "secret", Rule::Undiscovered);
    let uris = ["hall://logo", "hall://secret"];
    let mut guest = scene.connect(Revision::July2026).await;
    let mut owner = scene.connect(Revision::July2026).await;
    owner.caller("owner");
    // Both are told alike what was accepted.
    let (at_guest, accepted) = listen(&mut guest, json!({ "resourceSubscriptions": uris })).await;
    let (at_owner, same) = listen(&mut owner, json!({ "resourceSubscriptions": uris })).await;
    assert_eq!(accepted, same);
    uris.iter().for_each(|uri| scene.live.updated(uri));
    assert_eq!(guest.notifications().await, [updated(at_guest, "hall://logo")]);
    assert_eq!(owner.notifications().await, uris.map(|uri| updated(at_owner, uri)));
    scene.house.rule("*", "hall://logo", Rule::Hidden);
    uris.iter().for_each(|uri| scene.live.updated(uri));
    assert_eq!(guest.notifications().await, []);
    assert_eq!(owner.notifications().await, [updated(at_owner, "hall://secret")]);
}

#[tokio::test(start_paused = true)]
async fn a_malformed_uri_is_invalid_params() {
    // U1
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::July2026).await;
    let too_long = format!("hall://{}", "a".repeat(2048));
    for (uri, data) in [("a b", json!({ "uri": "a b" })), (&too_long, Value::Null)] {
        let filter = json!({ "resourceSubscriptions": ["hall://welcome", uri] });
        let answer = wire.request(LISTEN, json!({ "notifications": filter })).await;
        assert_eq!((&answer.error()["code"], &answer.error()["data"]), (&json!(-32602), &data));
        // What is no URI is never acknowledged.
        assert!(wire.heard().iter().all(|(method, told)| {
            method == ACKNOWLEDGED && !told["notifications"].to_string().contains("a b")
        }));
    }
    scene.live.updated("hall://welcome");
    assert_eq!(wire.notifications().await, []);
}

#[tokio::test(start_paused = true)]
async fn a_stream_has_so_many_resources_and_no_more() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::July2026).await;
    let uris: Vec<String> = (0..1030).map(|n| format!("hall://room/{n}/desk/1")).collect();
    let (id, accepted) = listen(&mut wire, json!({ "resourceSubscriptions": uris })).await;
    assert_eq!(accepted["resourceSubscriptions"], json!(uris[..1024]));
    scene.live.updated(&uris[1024]);
    scene.live.updated(&uris[1023]);
    assert_eq!(wire.notifications().await, [updated(id, &uris[1023])]);
}

#[tokio::test(start_paused = true)]
async fn a_resource_asked_for_twice_takes_one_place() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::July2026).await;
    let mut uris = vec!["hall://logo"; 2000];
    uris.push("hall://welcome");
    let (id, _) = listen(&mut wire, json!({ "resourceSubscriptions": uris })).await;
    scene.live.updated("hall://logo");
    scene.live.updated("hall://welcome");
    assert_eq!(wire.notifications().await, [updated(id, "hall://logo"), updated(id, "hall://welcome")]);
}

#[tokio::test(start_paused = true)]
async fn a_slow_listener_hears_once_of_what_changed_often() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::July2026).await;
    let filter = json!({ "resourcesListChanged": true, "resourceSubscriptions": ["hall://welcome"] });
    let (id, _) = listen(&mut wire, filter).await;
    let gate = Gate::closed();
    scene.house.gate_visibility(gate.clone());
    scene.live.updated("hall://welcome");
    settle().await;
    for _ in 0..1000 {
        scene.live.updated("hall://welcome");
        replace(&scene);
    }
    gate.open(1000);
    let heard = wire.notifications().await;
    assert_eq!(heard, [updated(id, "hall://welcome"), lists(id), updated(id, "hall://welcome")]);
    assert_eq!(gate.arrived(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_stream_ends_while_it_judges() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::July2026).await;
    let (id, _) = listen(&mut wire, json!({ "resourceSubscriptions": ["hall://welcome"] })).await;
    let gate = Gate::closed();
    scene.house.gate_visibility(gate.clone());
    scene.live.updated("hall://welcome");
    settle().await;
    wire.notify("notifications/cancelled", json!({ "requestId": id })).await;
    settle().await;
    assert_eq!(gate.dropped(), 1);
    assert!(format!("{:?}", scene.live).contains("listeners: 0"));
}

#[tokio::test(start_paused = true)]
async fn streams_and_connections_are_told_each_in_its_own_way() {
    let scene = Hall::new().open();
    let mut new = scene.connect(Revision::July2026).await;
    let mut old = scene.connect(Revision::November2025).await;
    let (id, _) = listen(&mut new, json!({ "resourceSubscriptions": ["hall://welcome"] })).await;
    old.request("resources/subscribe", json!({ "uri": "hall://logo" })).await.result();
    scene.live.updated("hall://welcome");
    scene.live.updated("hall://logo");
    assert_eq!(new.notifications().await, [updated(id, "hall://welcome")]);
    let logo = ("notifications/resources/updated".to_owned(), json!({ "uri": "hall://logo" }));
    assert_eq!(old.notifications().await, [logo]);
}

#[tokio::test(start_paused = true)]
async fn the_older_revisions_subscribe_instead() {
    for revision in Revision::OLDER {
        let mut wire = Hall::new().open().connect(revision).await;
        let filter = json!({ "resourcesListChanged": true });
        let answer = wire.request(LISTEN, json!({ "notifications": filter })).await;
        assert_eq!(answer.error()["code"], -32601);
    }
}
