//! One connection for discovery and for the SDK's client.

use std::time::Duration;

use rmcp::{
    RoleClient,
    model::ProtocolVersion,
    service::{ClientLifecycleMode, RunningService, serve_client_with_lifecycle},
};
use wayleave::catalog::Lister;
use wayleave_rmcp::client::{Client, Opening};

use crate::harness::{Hall, Script, TOOLS, discovered, options, settle};

async fn sdk(client: &Client) -> RunningService<RoleClient, ()> {
    let lifecycle = ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        legacy_version: None,
    };
    serve_client_with_lifecycle((), client.share().unwrap(), lifecycle).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn both_ask_over_one_connection_in_every_revision() {
    for version in
        [ProtocolVersion::V_2025_06_18, ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28]
    {
        let hall = Hall::new(&["a", "b", "c"]).speaking(version.clone());
        let client = hall.connect(options()).await.unwrap();
        let sdk = sdk(&client).await;
        assert_eq!(sdk.peer_info().unwrap().protocol_version, version);
        let (of_sdk, generation) = tokio::join!(sdk.peer().list_all_tools(), discovered(&client));
        assert_eq!(of_sdk.unwrap().len(), 3);
        assert_eq!(generation.unwrap().tools().len(), 3);
        // The connection goes on when the SDK is done, and can be shared again.
        sdk.cancel().await.unwrap();
        assert_eq!(discovered(&client).await.unwrap().tools().len(), 3);
        drop(self::sdk(&client).await);
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_is_shared_with_one_and_while_nothing_is_under_way() {
    let (client, mut script) = Script::older(TOOLS, options()).await;
    let calling = tokio::spawn({
        let client = client.clone();
        async move { client.tools(None).await.map(drop) }
    });
    let request = script.expect("tools/list").await;
    assert!(client.share().is_none());
    script.answer(&request, r#"{"tools":[]}"#).await;
    calling.await.unwrap().unwrap();
    let shared = client.share();
    assert!(shared.is_some() && client.share().is_none());
    drop(shared);
    assert!(client.share().is_some());
}

#[tokio::test(start_paused = true)]
async fn what_a_server_asks_for_goes_to_the_sdk() {
    let (client, mut script) = Script::older(TOOLS, options()).await;
    let sdk = sdk(&client).await;
    script.say(r#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#).await;
    let answer = script.next().await.unwrap();
    // The SDK's client has no roots, and says so in its own way.
    assert_eq!(answer["id"], "q");
    assert!(answer["result"]["roots"].is_array(), "{answer}");
    drop(sdk);
    settle().await;
    script.say(r#"{"jsonrpc":"2.0","id":"r","method":"roots/list"}"#).await;
    assert_eq!(script.next().await.unwrap()["error"]["code"], -32601);
}

#[tokio::test(start_paused = true)]
async fn the_server_hears_what_the_sharer_can_do() {
    let capabilities = serde_json::json!({ "roots": {} });
    let options =
        options().opening(Opening::Initialize).capabilities(capabilities.as_object().unwrap().clone());
    let ((read, write), mut script) = crate::harness::pair();
    let server = async {
        let request = script.expect("initialize").await;
        assert_eq!(request["params"]["capabilities"], capabilities);
    };
    let client = tokio::time::timeout(Duration::from_secs(1), Client::over(read, write, options));
    let _ = tokio::join!(client, server);
}
