//! Subscriptions of the older revisions (G28).

use std::sync::{Arc, OnceLock};

use rmcp::{RoleServer, service::RequestContext};
use serde_json::{Value, json};
use wayleave::{Gateway, prelude::OpenPolicy};
use wayleave_rmcp::{GatewayHandler, LiveGateway};

use crate::harness::{Gate, Hall, Revision, Rule, Scene, Wire, settle};

const SUBSCRIBE: &str = "resources/subscribe";
const UNSUBSCRIBE: &str = "resources/unsubscribe";

async fn subscribe(wire: &mut Wire, uri: &str) {
    assert_eq!(*wire.request(SUBSCRIBE, json!({ "uri": uri })).await.result(), json!({}));
}

fn updated(uri: &str) -> (String, Value) {
    ("notifications/resources/updated".into(), json!({ "uri": uri }))
}

fn lists() -> (String, Value) {
    ("notifications/resources/list_changed".into(), Value::Null)
}

fn replace(scene: &Scene) {
    scene.live.replace(scene.live.current());
}

#[tokio::test(start_paused = true)]
async fn subscribers_hear_of_their_own_resources() {
    for revision in Revision::OLDER {
        let scene = Hall::new().open();
        let mut wire = scene.connect(revision).await;
        let mut other = scene.connect(revision).await;
        subscribe(&mut wire, "hall://welcome").await;
        subscribe(&mut wire, "hall://room/1/desk/2").await;
        subscribe(&mut other, "hall://logo").await;
        for uri in ["hall://welcome", "hall://room/1/desk/2"] {
            scene.live.updated(uri);
            assert_eq!(wire.notifications().await, [updated(uri)]);
        }
        assert_eq!(other.notifications().await, []);
        wire.request(UNSUBSCRIBE, json!({ "uri": "hall://welcome" })).await.result();
        scene.live.updated("hall://welcome");
        scene.live.updated("hall://logo");
        assert_eq!(wire.notifications().await, []);
        assert_eq!(other.notifications().await, [updated("hall://logo")]);
    }
}

#[tokio::test(start_paused = true)]
async fn hidden_and_unknown_uris_subscribe_alike_and_are_silent() {
    for revision in Revision::OLDER {
        let scene = Hall::new().open();
        scene.house.rule("guest", "hall://logo", Rule::Hidden);
        scene.house.rule("guest", "secret", Rule::Undiscovered);
        let mut wire = scene.connect(revision).await;
        let uris = ["hall://welcome", "hall://logo", "hall://secret", "hall://nothing"];
        for uri in uris {
            subscribe(&mut wire, uri).await;
        }
        uris.iter().for_each(|uri| scene.live.updated(uri));
        assert_eq!(wire.notifications().await, [updated("hall://welcome")]);
        for uri in uris {
            wire.request(UNSUBSCRIBE, json!({ "uri": uri })).await.result();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_update_is_judged_when_it_is_sent() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::November2025).await;
    subscribe(&mut wire, "hall://logo").await;
    scene.house.rule("guest", "hall://logo", Rule::Hidden);
    scene.live.updated("hall://logo");
    assert_eq!(wire.notifications().await, []);
    scene.house.forget_rules();
    scene.live.updated("hall://logo");
    assert_eq!(wire.notifications().await, [updated("hall://logo")]);
    // A gateway that is put in place later is the one that is asked.
    scene.live.replace(Hall::empty().open().live.current());
    wire.notifications().await;
    scene.live.updated("hall://logo");
    assert_eq!(wire.notifications().await, []);
}

#[tokio::test(start_paused = true)]
async fn an_update_is_judged_for_who_subscribed() {
    let scene = Hall::new().open();
    scene.house.rule("guest", "secret", Rule::Undiscovered);
    let mut wire = scene.connect(Revision::November2025).await;
    subscribe(&mut wire, "hall://welcome").await;
    subscribe(wire.caller("owner"), "hall://secret").await;
    scene.live.updated("hall://secret");
    assert_eq!(wire.notifications().await, [updated("hall://secret")]);
    // The guest subscribes again in the owner's place.
    subscribe(wire.caller("guest"), "hall://secret").await;
    scene.live.updated("hall://secret");
    assert_eq!(wire.notifications().await, []);
}

#[tokio::test(start_paused = true)]
async fn malformed_uris_are_invalid_params() {
    // U1
    for revision in Revision::OLDER {
        let mut wire = Hall::new().open().connect(revision).await;
        for method in [SUBSCRIBE, UNSUBSCRIBE] {
            for uri in ["", "welcome", "hall://a b"] {
                let answer = wire.request(method, json!({ "uri": uri })).await;
                assert_eq!(answer.error()["code"], -32602);
                assert_eq!(answer.error()["data"], json!({ "uri": uri }));
            }
            let answer = wire.request(method, json!({ "uri": format!("hall://{}", "a".repeat(2048)) })).await;
            assert_eq!(*answer.error(), json!({ "code": -32602, "message": "the URI is too long" }));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_has_so_many_subscriptions_and_no_more() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::November2025).await;
    for n in 0..1024 {
        if n == 500 {
            // A second handshake is no way to a second thousand.
            wire.request("initialize", wire.hello()).await.result();
        }
        subscribe(&mut wire, &format!("hall://n/{n}")).await;
    }
    let more = wire.request(SUBSCRIBE, json!({ "uri": "hall://welcome" })).await;
    assert_eq!(*more.error(), json!({ "code": -32602, "message": "Too many subscriptions." }));
    // One that is there already, another connection, and one in the place of another.
    subscribe(&mut wire, "hall://n/7").await;
    subscribe(&mut scene.connect(Revision::November2025).await, "hall://welcome").await;
    wire.request(UNSUBSCRIBE, json!({ "uri": "hall://n/7" })).await.result();
    subscribe(&mut wire, "hall://welcome").await;
    scene.live.updated("hall://welcome");
    assert_eq!(wire.notifications().await, [updated("hall://welcome")]);
}

#[tokio::test(start_paused = true)]
async fn a_slow_listener_hears_once_of_what_changed_often() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::November2025).await;
    subscribe(&mut wire, "hall://welcome").await;
    subscribe(&mut wire, "hall://logo").await;
    let gate = Gate::closed();
    scene.house.gate_visibility(gate.clone());
    scene.live.updated("hall://welcome");
    settle().await;
    assert_eq!(gate.arrived(), 1);
    for _ in 0..1000 {
        scene.live.updated("hall://welcome");
        scene.live.updated("hall://logo");
        replace(&scene);
    }
    gate.open(1000);
    let heard = wire.notifications().await;
    assert_eq!(
        heard,
        [updated("hall://welcome"), lists(), updated("hall://logo"), updated("hall://welcome")]
    );
    assert_eq!(gate.arrived(), 3);
}

#[tokio::test(start_paused = true)]
async fn who_unsubscribes_is_not_told_what_was_still_to_be_told() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::November2025).await;
    for uri in ["hall://welcome", "hall://logo"] {
        subscribe(&mut wire, uri).await;
    }
    let gate = Gate::closed();
    scene.house.gate_visibility(gate.clone());
    scene.live.updated("hall://welcome");
    settle().await;
    scene.live.updated("hall://logo");
    wire.request(UNSUBSCRIBE, json!({ "uri": "hall://logo" })).await.result();
    subscribe(&mut wire, "hall://logo").await;
    gate.open(1000);
    assert_eq!(wire.notifications().await, [updated("hall://welcome")]);
}

#[tokio::test(start_paused = true)]
async fn a_request_of_the_newest_revision_is_no_listener() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::November2025).await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let page = wire.request("resources/list", json!({ "_meta": meta })).await;
    assert_eq!(page.result()["cacheScope"], "private");
    replace(&scene);
    assert_eq!(wire.notifications().await, []);
}

#[tokio::test(start_paused = true)]
async fn who_has_listed_hears_that_the_lists_changed() {
    for revision in Revision::OLDER {
        for method in ["resources/list", "resources/templates/list", SUBSCRIBE] {
            let scene = Hall::new().open();
            let mut wire = scene.connect(revision).await;
            replace(&scene);
            assert_eq!(wire.notifications().await, []);
            wire.request(method, json!({ "uri": "hall://welcome" })).await.result();
            replace(&scene);
            assert_eq!(wire.notifications().await, [lists()]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_gone_is_forgotten() {
    let scene = Hall::new().open();
    let listeners = |scene: &Scene| format!("{:?}", scene.live);
    let mut gone = scene.connect(Revision::November2025).await;
    subscribe(&mut gone, "hall://welcome").await;
    let one = listeners(&scene);
    drop(gone);
    // The SDK waits for what may still be answered.
    tokio::time::sleep(std::time::Duration::from_secs(10)).await;
    let mut here = scene.connect(Revision::November2025).await;
    subscribe(&mut here, "hall://welcome").await;
    assert_eq!(listeners(&scene), one);
    assert!(one.contains("listeners: 1"), "{one}");
    scene.live.updated("hall://welcome");
    assert_eq!(here.notifications().await, [updated("hall://welcome")]);
    drop(here);
    tokio::time::sleep(std::time::Duration::from_secs(10)).await;
    replace(&scene);
    assert!(listeners(&scene).contains("listeners: 0"));
}

#[tokio::test(start_paused = true)]
async fn without_a_handshake_there_is_nobody_to_tell() {
    let scene = Hall::new().open();
    let mut wire = Wire::without_handshake(scene.handler());
    let answer = wire.request(SUBSCRIBE, json!({ "uri": "hall://welcome" })).await;
    assert_eq!(answer.error()["code"], -32600);
    wire.request(UNSUBSCRIBE, json!({ "uri": "hall://welcome" })).await.result();
    wire.request("resources/list", json!({})).await.result();
    assert!(format!("{:?}", scene.live).contains("listeners: 0"));
}

#[tokio::test(start_paused = true)]
async fn changes_may_be_told_from_outside_the_run_time() {
    let scene = Hall::new().open();
    let mut wire = scene.connect(Revision::November2025).await;
    subscribe(&mut wire, "hall://welcome").await;
    let live = scene.live.clone();
    std::thread::spawn(move || live.updated("hall://welcome")).join().unwrap();
    assert_eq!(wire.notifications().await, [updated("hall://welcome")]);
}

#[tokio::test(start_paused = true)]
async fn the_newest_revision_listens_instead() {
    let mut wire = Hall::new().open().connect(Revision::July2026).await;
    for method in [SUBSCRIBE, UNSUBSCRIBE] {
        let answer = wire.request(method, json!({ "uri": "hall://welcome" })).await;
        assert_eq!(answer.error()["code"], -32601);
    }
}

/// A caller that has something to say when it goes.
struct Loud(Arc<OnceLock<LiveGateway<Loud>>>);

impl Drop for Loud {
    fn drop(&mut self) {
        if let Some(live) = self.0.get() {
            live.updated("hall://welcome");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_caller_does_when_it_goes_may_come_back_here() {
    let cell = Arc::new(OnceLock::new());
    let gateway = Gateway::builder(OpenPolicy::new()).build().unwrap();
    let live = cell.get_or_init(|| LiveGateway::new(gateway)).clone();
    let callers = Arc::clone(&cell);
    let caller = move |_: &RequestContext<RoleServer>| Loud(Arc::clone(&callers));
    let handler = GatewayHandler::new(live.clone(), caller);
    for replaced in [true, false] {
        let mut wire = Wire::connect(handler.clone(), Revision::November2025).await;
        subscribe(&mut wire, "hall://welcome").await;
        if replaced {
            subscribe(&mut wire, "hall://welcome").await;
            wire.request(UNSUBSCRIBE, json!({ "uri": "hall://welcome" })).await.result();
        }
        drop(wire);
        tokio::time::sleep(std::time::Duration::from_secs(10)).await;
        live.updated("hall://welcome");
        assert!(format!("{live:?}").contains("listeners: 0"));
    }
}
