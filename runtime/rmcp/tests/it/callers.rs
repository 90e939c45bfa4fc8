//! Who asks, and what a server says of itself.

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{ErrorCode, Implementation, ServerCapabilities, ServerConfig},
    service::RequestContext,
};
use serde_json::{Value, json};
use wayleave_rmcp::{GatewayHandler, glue};

use crate::harness::{CANARY, Caller, Hall, Revision, Wire};

fn nobody(_: &RequestContext<RoleServer>) -> Result<Caller, ErrorData> {
    Err(ErrorData::new(ErrorCode(-32099), "Sign in first.", Some(json!({ "at": "the door" }))))
}

fn panics(_: &RequestContext<RoleServer>) -> Caller {
    panic!("{CANARY}")
}

/// Every kind of request that has a caller.
fn requests(revision: Revision) -> Vec<(&'static str, Value)> {
    let complete = json!({
        "ref": { "type": "ref/resource", "uri": "hall://room/{room}/desk/{desk}" },
        "argument": { "name": "desk", "value": "" },
    });
    let mut requests = vec![
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({ "uri": "hall://welcome" })),
        ("completion/complete", complete),
    ];
    if revision.is_modern() {
        requests.push(("subscriptions/listen", json!({ "notifications": { "resourcesListChanged": true } })));
    } else {
        requests.push(("resources/subscribe", json!({ "uri": "hall://welcome" })));
        requests.push(("resources/unsubscribe", json!({ "uri": "hall://welcome" })));
    }
    requests
}

#[tokio::test(start_paused = true)]
async fn a_callers_error_is_the_answer() {
    for revision in Revision::ALL {
        let scene = Hall::new().open();
        let mut wire = Wire::connect(GatewayHandler::new(scene.live.clone(), nobody), revision).await;
        for (method, params) in requests(revision) {
            let told = json!({ "code": -32099, "message": "Sign in first.", "data": { "at": "the door" } });
            assert_eq!(*wire.request(method, params).await.error(), told, "{method}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_over_the_caller_is_internal() {
    // G13, G18
    for revision in Revision::ALL {
        let scene = Hall::new().open();
        let mut wire = Wire::connect(GatewayHandler::new(scene.live.clone(), panics), revision).await;
        for (method, params) in requests(revision) {
            let told = json!({ "code": -32603, "message": "The request could not be answered." });
            assert_eq!(*wire.request(method, params).await.error(), told, "{method}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_server_says_what_it_is_and_can() {
    let scene = Hall::new().open();
    for revision in Revision::ALL {
        let mut wire = scene.connect(revision).await;
        let said = if revision.is_modern() {
            wire.request("server/discover", json!({})).await
        } else {
            wire.request("initialize", wire.hello()).await
        };
        let capabilities =
            json!({ "completions": {}, "resources": { "subscribe": true, "listChanged": true } });
        assert_eq!(said.result()["capabilities"], capabilities);
        assert_eq!(said.result()["instructions"], "Read the welcome first.");
        assert!(said.line.contains(r#""name":"hall""#) && said.line.contains(r#""version":"1.2.3""#));
    }
}

#[test]
fn an_announcement_keeps_the_rest() {
    let mut before = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
        .with_server_info(Implementation::new("mine", "4"))
        .with_instructions("Mine.");
    before.capabilities.experimental = Some(Default::default());
    for prompts in [false, true] {
        let after = glue::announce(before.clone(), prompts);
        let mut expected = before.clone();
        expected.capabilities.resources.get_or_insert_default().subscribe = Some(true);
        expected.capabilities.resources.get_or_insert_default().list_changed = Some(true);
        expected.capabilities.completions = Some(Default::default());
        expected.capabilities.prompts = prompts.then(Default::default);
        assert_eq!(after, expected);
        assert_eq!(glue::announce(after.clone(), prompts), after);
    }
    let mut own = before.clone();
    own.capabilities.prompts.get_or_insert_default().list_changed = Some(true);
    assert_eq!(glue::announce(own, true).capabilities.prompts.unwrap().list_changed, Some(true));
}

#[tokio::test]
async fn a_handler_gives_out_its_gateway() {
    let scene = Hall::new().open();
    let handler = scene.handler();
    assert_eq!(handler.clone().gateway().current().revision(), scene.live.current().revision());
    assert_eq!(handler.get_info().server_info.name, "hall");
    let replaced = Hall::empty().open().live.current();
    scene.live.replace(replaced.clone());
    assert_eq!(handler.gateway().current().revision(), replaced.revision());
}
