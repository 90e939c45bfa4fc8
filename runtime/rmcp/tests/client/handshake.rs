//! What servers make of the first question, and what the client makes of that.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use wayleave_rmcp::client::{Client, ClientError, Opening, Step};

use crate::harness::{Script, TOOLS, options, pair, says_nothing_twice};

#[tokio::test(start_paused = true)]
async fn the_newest_revision_is_asked_first() {
    let ((read, write), mut script) = pair();
    let server = async {
        let request = script.expect("server/discover").await;
        let meta = &request["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"], json!({ "name": "test", "version": "0" }));
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({}));
        let meta = r#"{"io.modelcontextprotocol/serverInfo":{"name":"n","version":"v"}}"#;
        let rest = r#""supportedVersions":["2025-06-18","2026-07-28","2031-01-01"],"capabilities":{}"#;
        script.answer(&request, &format!(r#"{{"resultType":"complete",{rest},"_meta":{meta}}}"#)).await;
    };
    let (client, ()) = tokio::join!(Client::over(read, write, options()), server);
    let client = client.unwrap();
    assert_eq!(client.handshake().protocol_version().as_str(), "2026-07-28");
    drop(client);
    assert!(script.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn an_older_server_is_initialized() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        for error in [
            json!({ "code": -32601, "message": "Method not found" }),
            json!({ "code": -32602, "message": "Invalid request parameters", "data": "" }),
            json!({ "code": -32022, "message": "", "data": { "supported": [version], "requested": "x" } }),
        ] {
            let ((read, write), mut script) = pair();
            let server = async {
                let probe = script.expect("server/discover").await;
                script.refuse_with(&probe, error.clone()).await;
                script.initialize(version, TOOLS).await;
            };
            let (client, ()) = tokio::join!(Client::over(read, write, options()), server);
            assert_eq!(client.unwrap().handshake().protocol_version().as_str(), version, "{error}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_says_nothing_is_taken_for_an_older_one() {
    let ((read, write), mut script) = pair();
    let began = Instant::now();
    let server = async {
        let _ = script.expect("server/discover").await;
        script.initialize("2025-06-18", TOOLS).await;
    };
    let (tell, told) = std::sync::mpsc::channel();
    let options = options().probe_timeout(Duration::from_secs(3));
    let options = options.on_step(move |step| tell.send((step, began.elapsed().as_secs())).unwrap());
    let (client, ()) = tokio::join!(Client::over(read, write, options), server);
    assert!(client.is_ok());
    assert_eq!(began.elapsed().as_secs(), 3);
    let told: Vec<_> = told.try_iter().collect();
    assert_eq!(told, [(Step::Discover, 0), (Step::Unanswered, 3), (Step::Initialize, 3)]);
}

#[tokio::test(start_paused = true)]
async fn one_that_was_only_slow_is_asked_again() {
    let ((read, write), mut script) = pair();
    let server = async {
        let probe = script.expect("server/discover").await;
        let initialize = script.expect("initialize").await;
        let result = r#"{"supportedVersions":["2026-07-28"],"capabilities":{}}"#;
        script.answer(&probe, result).await;
        script.refuse(&initialize, -32022, "this connection is of 2026-07-28").await;
        let again = script.expect("server/discover").await;
        script.answer(&again, result).await;
    };
    let (client, ()) = tokio::join!(Client::over(read, write, options()), server);
    assert_eq!(client.unwrap().handshake().protocol_version().as_str(), "2026-07-28");
}

#[tokio::test(start_paused = true)]
async fn only_older_versions_mean_initialize() {
    let ((read, write), mut script) = pair();
    let server = async {
        let request = script.expect("server/discover").await;
        script.answer(&request, r#"{"supportedVersions":["2025-11-25"],"capabilities":{}}"#).await;
        script.initialize("2025-11-25", TOOLS).await;
    };
    let (client, ()) = tokio::join!(Client::over(read, write, options()), server);
    assert_eq!(client.unwrap().handshake().protocol_version().as_str(), "2025-11-25");
}

/// What the client says of a server that answers the first question so.
async fn refused(error: serde_json::Value) -> ClientError {
    let ((read, write), mut script) = pair();
    let server = async {
        let request = script.expect("server/discover").await;
        script.refuse_with(&request, error).await;
    };
    let (client, ()) = tokio::join!(Client::over(read, write, options()), server);
    client.unwrap_err()
}

#[tokio::test(start_paused = true)]
async fn a_newer_servers_refusal_is_final() {
    for code in [-32020, -32021] {
        let error = refused(json!({ "code": code, "message": "no" })).await;
        assert_eq!(error.as_server().unwrap().code(), code);
        says_nothing_twice(&error);
    }
    let unsupported = json!({ "code": -32022, "message": "", "data": { "supported": ["2031-01-01\u{1b}"] } });
    let error = refused(unsupported).await;
    assert!(matches!(&error, ClientError::NoCommonVersion { offered } if offered.len() == 1), "{error:?}");
    assert_eq!(error.to_string(), r#"the server speaks no known protocol version: "2031-01-01\u{1b}""#);
    let itself = json!({ "code": -32022, "message": "", "data": { "supported": ["2026-07-28"] } });
    assert_eq!(refused(itself).await.as_server().unwrap().code(), -32022);
}

#[tokio::test(start_paused = true)]
async fn a_handshake_that_is_none_is_refused() {
    for (version, result) in [
        ("no version", r#"{"capabilities":{},"serverInfo":{"name":"n","version":"v"}}"#),
        ("no capabilities", r#"{"protocolVersion":"2025-11-25"}"#),
        ("unknown", r#"{"protocolVersion":"1.0","capabilities":{}}"#),
        ("no object", "[]"),
    ] {
        let ((read, write), mut script) = pair();
        let server = async {
            let request = script.expect("initialize").await;
            script.answer(&request, result).await;
        };
        let opening = options().opening(Opening::Initialize);
        let (client, ()) = tokio::join!(Client::over(read, write, opening), server);
        let error = client.unwrap_err();
        let known = matches!(error, ClientError::Handshake(_) | ClientError::NoCommonVersion { .. });
        assert!(known, "{version}: {error:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_is_given_up() {
    let ((read, write), _script) = pair();
    let options = options().probe_timeout(Duration::from_secs(1)).call_timeout(Duration::from_secs(2));
    let began = Instant::now();
    assert!(matches!(Client::over(read, write, options).await, Err(ClientError::Timeout)));
    assert_eq!(began.elapsed().as_secs(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_hangs_up_is_named() {
    let ((read, write), script) = pair();
    drop(script);
    assert!(matches!(Client::over(read, write, options()).await, Err(ClientError::Closed)));
}

#[tokio::test(start_paused = true)]
async fn later_requests_say_who_asks_where_the_revision_wants_it() {
    use wayleave::catalog::Lister as _;
    let (client, mut script) = Script::modern(TOOLS, options()).await;
    let server = async {
        let request = script.expect("tools/list").await;
        let meta = &request["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
        assert_eq!(request["params"]["cursor"], "a\"b");
        script.answer(&request, r#"{"tools":[]}"#).await;
    };
    tokio::join!(async { client.tools(Some("a\"b")).await.unwrap() }, server);

    let (client, mut script) = Script::older(TOOLS, options()).await;
    let server = async {
        let request = script.expect("tools/list").await;
        assert_eq!(request["params"], json!({}));
        script.answer(&request, r#"{"tools":[]}"#).await;
    };
    tokio::join!(async { client.tools(None).await.unwrap() }, server);
}
