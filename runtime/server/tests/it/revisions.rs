//! Every revision over HTTP, each request for itself.

use serde_json::json;
use wayleave_server::HttpOptions;

use crate::{
    running,
    wire::{Request, Running},
};

async fn begun(server: &Running, version: &str) {
    let client = json!({ "name": "test", "version": "1" });
    let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
    let answer = server.send(Request::call(version, "initialize", params)).await;
    assert_eq!(answer.header("mcp-session-id"), None);
    let result = answer.result();
    assert_eq!(result["protocolVersion"], version);
    assert_eq!(result["serverInfo"]["name"], "hall");
    assert_eq!(result["serverInfo"]["version"], "1.2.3");
    assert_eq!(result["serverInfo"]["title"], "The hall");
    assert_eq!(result["instructions"], "Read the welcome first.");
    assert!(result["capabilities"]["resources"].is_object());
    let body = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string();
    let answer = server.send(Request::post(body).header("mcp-protocol-version", version)).await;
    assert_eq!(answer.status, 202);
}

#[tokio::test]
async fn the_older_revisions() {
    let server = running(HttpOptions::new()).await;
    for version in ["2025-06-18", "2025-11-25"] {
        begun(&server, version).await;
        let list = server.send(Request::call(version, "resources/list", json!({}))).await.result();
        assert_eq!(list["resources"].as_array().unwrap().len(), 2);
        let next = json!({ "cursor": list["nextCursor"] });
        let rest = server.send(Request::call(version, "resources/list", next)).await.result();
        assert_eq!(rest["resources"][0]["name"], "welcome");
        assert_eq!(rest["nextCursor"], json!(null));
        let list = server.send(Request::call(version, "resources/templates/list", json!({}))).await.result();
        assert_eq!(list["resourceTemplates"][0]["uriTemplate"], "hall://h/greet/{who}");
        let uri = json!({ "uri": "hall://h/greet/Anna" });
        let read = server.send(Request::call(version, "resources/read", uri)).await.result();
        assert_eq!(read["contents"][0]["text"], "Hello, Anna.");
        let uri = json!({ "uri": "hall://h/none" });
        let answer = server.send(Request::call(version, "resources/read", uri)).await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (200, &json!(-32002)));
    }
}

#[tokio::test]
async fn the_newest_revision() {
    let server = running(HttpOptions::new()).await;
    let discovered = server.send(Request::modern("server/discover", json!({}))).await.result();
    assert_eq!(discovered["instructions"], "Read the welcome first.");
    let list = server.send(Request::modern("resources/list", json!({}))).await.result();
    assert_eq!(list["resources"].as_array().unwrap().len(), 2);
    assert_eq!(list["cacheScope"], "public");
    let read = server.send(Request::read("hall://h/greet/Anna")).await.result();
    assert_eq!(read["contents"][0]["text"], "Hello, Anna.");
    let answer = server.send(Request::read("hall://h/none")).await;
    assert_eq!(answer.json()["error"]["code"], -32602);
    assert_eq!(answer.json()["error"]["data"]["uri"], "hall://h/none");
}

#[tokio::test]
async fn a_method_that_went_is_unknown_whatever_its_parameters() {
    let server = running(HttpOptions::new()).await;
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        for params in [json!({}), json!({ "uri": 7 }), json!({ "uri": "hall://h/welcome" })] {
            let answer = server.send(Request::modern(method, params.clone())).await;
            let code = answer.json()["error"]["code"].clone();
            assert_eq!((answer.status, code), (404, json!(-32601)), "{method} {params}");
        }
        let answer = server.send(Request::call("2025-11-25", method, json!({}))).await;
        assert_eq!(answer.json()["error"]["code"], -32602, "{method}");
    }
}

// quality: headers
#[tokio::test]
async fn a_header_that_says_something_else_than_the_body() {
    let server = running(HttpOptions::new()).await;
    let params = json!({
        "uri": "hall://h/rules",
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    });
    let request = Request::call("2026-07-28", "resources/read", params)
        .header("mcp-method", "resources/read")
        .header("mcp-name", "hall://h/welcome");
    let answer = server.send(request).await;
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32020)));
}

// quality: crossed requests
#[tokio::test]
async fn two_clients_with_one_id_at_once() {
    let server = running(HttpOptions::new()).await;
    let (anna, ben) = tokio::join!(
        server.send(Request::read("hall://h/greet/Anna")),
        server.send(Request::read("hall://h/greet/Ben"))
    );
    assert_eq!(anna.result()["contents"][0]["text"], "Hello, Anna.");
    assert_eq!(ben.result()["contents"][0]["text"], "Hello, Ben.");
}

#[tokio::test]
async fn one_connection_serves_many_requests() {
    let server = running(HttpOptions::new()).await;
    let mut connection = server.connect().await;
    for who in ["Anna", "Ben", "Cleo"] {
        let request = Request::read(&format!("hall://h/greet/{who}")).at(server.address);
        let text = connection.send(&request).await.result()["contents"][0]["text"].clone();
        assert_eq!(text, format!("Hello, {who}."));
    }
}

#[tokio::test]
async fn a_body_that_is_no_message() {
    let server = running(HttpOptions::new()).await;
    for (body, code) in [
        ("", -32700),
        ("{", -32700),
        ("\u{0}", -32700),
        ("[]", -32600),
        ("7", -32600),
        ("{}", -32600),
        (&"[".repeat(100_000), -32700),
    ] {
        let answer = server.send(Request::post(body)).await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(code)), "{body:.20}");
    }
    let answer = server.send(Request::post(r#"{"jsonrpc":"2.0","id":"seven"}"#)).await;
    assert_eq!(answer.json()["id"], "seven");
    let answer = server.send(Request::post("{}").header("content-type", "text/plain").method("PUT")).await;
    assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")));
    assert_eq!(server.send(Request::get("/mcp")).await.status, 405);
    assert_eq!(server.send(Request::read("hall://h/rules")).await.status, 200);
}
