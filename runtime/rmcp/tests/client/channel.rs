//! Servers over the HTTP transport of 2024-11-05. They run in real time.

use std::time::Duration;

use rmcp::{model::ProtocolVersion, serve_client};
use tokio::time::timeout;
use wayleave::{
    catalog::{Current, Lister},
    clock::TokioClock,
};
use wayleave_rmcp::client::{Client, ClientError, Endpoint, Opening, Options, Watch};

use crate::harness::{
    ACCEPTED, Bridge, Hall, Heard, PLACE, Script, TOOLS, Web, binding, discovered, ends, json, list_of,
    options,
};

fn endpoint(url: &str) -> Endpoint {
    Endpoint::new(url).unwrap().bearer("t0ken").unwrap()
}

/// A client of a server at the other end of a bridge, and that server, after the handshake.
async fn bridged(
    options: Options,
    answer: impl Fn(&Heard) -> Vec<u8> + Send + Sync + 'static,
) -> (Client, Script, Bridge) {
    let (near, mut script) = ends();
    let bridge = Bridge::answering(near, answer).await;
    let connecting = Client::http(endpoint(&bridge.url()), options);
    let (client, ()) = tokio::join!(connecting, script.initialize("2024-11-05", TOOLS));
    (client.unwrap(), script, bridge)
}

fn accepted(_: &Heard) -> Vec<u8> {
    ACCEPTED.to_vec()
}

/// Waits until the script reads that nobody is there any more.
async fn hung_up(script: &mut Script) -> bool {
    timeout(Duration::from_secs(5), script.next()).await.is_ok_and(|message| message.is_none())
}

// C12
#[tokio::test]
async fn a_server_has_the_digest_that_it_has_over_a_pipe() {
    for version in [ProtocolVersion::V_2024_11_05, ProtocolVersion::V_2025_11_25] {
        let hall = Hall::new(&["a", "b", "c"]).speaking(version.clone());
        let bridge = hall.serve_channel().await;
        let client = Client::http(endpoint(&bridge.url()), options()).await.unwrap();
        let generation = discovered(&client).await.unwrap();
        assert_eq!(generation.protocol_version().as_str(), version.as_str());
        assert_eq!(generation.tools().len(), 3);
        let piped = hall.connect(options()).await.unwrap();
        assert_eq!(generation.digest(), discovered(&piped).await.unwrap().digest());
        client.close().await;
    }
}

#[tokio::test]
async fn streamable_http_is_tried_first_and_messages_go_to_the_place() {
    let (client, script, bridge) = bridged(options(), accepted).await;
    let server = tokio::spawn(script.serve(|_, _| list_of(&[], None)));
    discovered(&client).await.unwrap();
    client.close().await;
    assert_eq!(server.await.unwrap(), 1);
    let heard = bridge.heard();
    let said: Vec<_> =
        heard.iter().map(|request| (&*request.verb, &*request.path, request.method())).collect();
    let expected = [
        ("POST", "/sse", "server/discover"),
        ("POST", "/sse", "initialize"),
        ("GET", "/sse", ""),
        ("POST", PLACE, "initialize"),
        ("POST", PLACE, "notifications/initialized"),
        ("POST", PLACE, "tools/list"),
    ];
    assert_eq!(said, expected);
    assert_eq!(heard[2].header("accept"), Some("text/event-stream"));
    for request in &heard[2..] {
        assert_eq!(request.header("authorization"), Some("Bearer t0ken"));
        assert_eq!(request.header("mcp-session-id"), None);
    }
    for request in &heard[3..] {
        assert_eq!(request.header("content-type"), Some("application/json"));
    }
}

#[tokio::test]
async fn only_a_refusal_of_the_transport_leads_there() {
    let tried = |status: &'static str, body: &'static str, opening| async move {
        let web = Web::serve(move |_| json(status, "", body)).await;
        let error = Client::http(endpoint(&web.url()), options().opening(opening)).await.unwrap_err();
        let gets = web.heard().iter().filter(|request| request.verb == "GET").count();
        (gets, error)
    };
    for status in ["400 No", "404 No", "405 No"] {
        for opening in [Opening::Newest, Opening::Initialize] {
            let (gets, error) = tried(status, "{}", opening).await;
            assert_eq!(gets, 1, "{status}");
            assert!(
                matches!(error, ClientError::Http { status: said } if status.starts_with(&said.to_string()))
            );
        }
        assert_eq!(tried(status, "{}", Opening::Discover).await.0, 0, "{status}");
        let (gets, error) = tried(status, r#"{"id":null,"error":{"code":-32600}}"#, Opening::Newest).await;
        assert_eq!((gets, error.as_server().map(|error| error.code())), (0, Some(-32600)));
    }
    for status in ["401 No", "403 No", "406 No", "410 No", "415 No", "429 No", "500 No", "503 No"] {
        assert_eq!(tried(status, "{}", Opening::Newest).await.0, 0, "{status}");
    }
}

// C1
#[tokio::test]
async fn changes_come_on_the_stream() {
    let hall = Hall::new(&["a"]).speaking(ProtocolVersion::V_2024_11_05);
    let bridge = hall.serve_channel().await;
    let client = Client::http(endpoint(&bridge.url()), options()).await.unwrap();
    let (current, clock) = (Current::new(binding()), TokioClock::new());
    let discovery = client.discovery(&binding());
    let watch = Watch::default().quiet(Duration::from_millis(1));
    let mut watcher = current.watch();
    let seen = async {
        hall.replace(&["a", "b"]);
        let first = watcher.changed().await.unwrap();
        hall.replace(&["a", "b", "c"]);
        let second = watcher.changed().await.unwrap();
        client.close().await;
        (first.tools().len(), second.tools().len())
    };
    let watching = client.watch(&current, &discovery, &clock, &watch, |_| {});
    let both = async { tokio::join!(watching, seen) };
    let (end, seen) = timeout(Duration::from_secs(10), both).await.unwrap();
    assert!(matches!(end, ClientError::Closed), "{end:?}");
    assert_eq!(seen, (2, 3));
}

#[tokio::test]
async fn a_ping_is_answered_at_the_place() {
    let (_client, mut script, _bridge) = bridged(options(), accepted).await;
    script.say(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#).await;
    let answer = script.next().await.unwrap();
    assert_eq!((&answer["id"], &answer["result"]), (&"p".into(), &serde_json::json!({})));
}

#[tokio::test]
async fn an_answer_need_not_wait_for_the_requests_own() {
    // Some servers answer a request only when all is done that it has led to.
    let (client, mut script, _bridge) = bridged(options(), |request| match request.method() {
        "tools/list" => Vec::new(),
        _ => ACCEPTED.to_vec(),
    })
    .await;
    let server = async {
        let request = script.expect("tools/list").await;
        script.say(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#).await;
        assert_eq!(script.next().await.unwrap()["id"], "p");
        script.answer(&request, r#"{"tools":[]}"#).await;
    };
    let both = async { tokio::join!(client.tools(None), server) };
    let (list, ()) = timeout(Duration::from_secs(5), both).await.unwrap();
    assert!(list.is_ok(), "{list:?}");
}

#[tokio::test]
async fn a_call_that_is_dropped_is_called_off() {
    let (client, mut script, _bridge) = bridged(options(), accepted).await;
    let calling = tokio::spawn({
        let client = client.clone();
        async move { client.tools(None).await.map(drop) }
    });
    let request = script.expect("tools/list").await;
    calling.abort();
    let cancelled = script.expect("notifications/cancelled").await;
    assert_eq!(cancelled["params"]["requestId"], request["id"]);
}

#[tokio::test]
async fn the_stream_ends_with_the_connection() {
    let (client, mut script, _bridge) = bridged(options(), accepted).await;
    client.close().await;
    assert!(hung_up(&mut script).await);
    assert!(matches!(client.tools(None).await, Err(ClientError::Closed)));

    let (client, mut script, _bridge) = bridged(options(), accepted).await;
    drop(client);
    assert!(hung_up(&mut script).await);

    // And with a handshake that fails.
    let (near, mut script) = ends();
    let bridge = Bridge::open(near).await;
    let server = async {
        let request = script.expect("initialize").await;
        script.refuse(&request, -32000, "not you, t0ken").await;
    };
    let (client, ()) = tokio::join!(Client::http(endpoint(&bridge.url()), options()), server);
    // What is refused here is not told where it repeats the token.
    assert_eq!(client.unwrap_err().to_string(), "the server answered with error -32000");
    assert!(hung_up(&mut script).await);
}

#[tokio::test]
async fn requests_end_with_the_connection() {
    let (client, mut script, bridge) = bridged(options(), |request| match request.method() {
        "tools/list" => Vec::new(),
        _ => ACCEPTED.to_vec(),
    })
    .await;
    let calling = tokio::spawn({
        let client = client.clone();
        async move { client.tools(None).await.map(drop) }
    });
    script.expect("tools/list").await;
    client.close().await;
    let ended = timeout(Duration::from_secs(5), calling).await.unwrap().unwrap();
    assert!(matches!(ended, Err(ClientError::Closed)), "{ended:?}");
    // The client that is left holds no connection, not even one that waits to be used again.
    timeout(Duration::from_secs(5), bridge.all_gone()).await.unwrap();
}

#[tokio::test]
async fn the_sdks_client_shares_it() {
    let hall = Hall::new(&["a", "b", "c"]).speaking(ProtocolVersion::V_2025_06_18);
    let bridge = hall.serve_channel().await;
    let client = Client::http(endpoint(&bridge.url()), options()).await.unwrap();
    let sdk = serve_client((), client.share().unwrap()).await.unwrap();
    let (of_sdk, generation) = tokio::join!(sdk.peer().list_all_tools(), discovered(&client));
    assert_eq!(of_sdk.unwrap().len(), 3);
    assert_eq!(generation.unwrap().tools().len(), 3);
    client.close().await;
}
