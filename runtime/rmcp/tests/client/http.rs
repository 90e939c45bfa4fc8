//! Servers over HTTP, of the SDK and scripted ones. They run in real time.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use rmcp::model::ProtocolVersion;
use wayleave::catalog::{Current, Lister};
use wayleave_rmcp::client::{Client, ClientError, Endpoint, Watch};

use crate::harness::{Hall, Heard, Web, binding, cause, discovered, json, list_of, options};

fn endpoint(url: &str) -> Endpoint {
    Endpoint::new(url).unwrap()
}

fn result(request: &Heard, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request.body["id"])
}

const DISCOVERED: &str =
    r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}}"#;

/// A server of 2026-07-28 that answers its lists so.
async fn modern(lists: impl Fn(&Heard) -> Vec<u8> + Send + Sync + 'static) -> Web {
    Web::serve(move |request| match request.method() {
        "server/discover" => json("200 OK", "", &result(request, DISCOVERED)),
        _ => lists(request),
    })
    .await
}

fn events(body: &str) -> Vec<u8> {
    let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n";
    format!("{head}{body}").into_bytes()
}

// C11
#[tokio::test]
async fn servers_of_the_sdk_are_discovered_in_every_revision() {
    for (version, date) in [
        (ProtocolVersion::V_2025_06_18, "2025-06-18"),
        (ProtocolVersion::V_2025_11_25, "2025-11-25"),
        (ProtocolVersion::V_2026_07_28, "2026-07-28"),
    ] {
        let url = Hall::new(&["a", "b", "c"]).speaking(version).serve_http().await;
        let client = Client::http(endpoint(&url), options()).await.unwrap();
        let generation = discovered(&client).await.unwrap();
        assert_eq!((generation.protocol_version().as_str(), generation.tools().len()), (date, 3));
        client.close().await;
    }
}

// C1
#[tokio::test]
async fn changes_come_over_http_in_both_ways() {
    for version in [ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28] {
        let hall = Hall::new(&["a"]).speaking(version);
        let client = Client::http(endpoint(&hall.serve_http().await), options()).await.unwrap();
        let current = Current::new(binding());
        let (discovery, clock) = (client.discovery(&binding()), wayleave::clock::TokioClock::new());
        let watch = Watch::default().quiet(Duration::from_millis(1));
        let mut watcher = current.watch();
        let watching = client.watch(&current, &discovery, &clock, &watch, |_| {});
        let seen = async {
            // The beginning counts as a change, since nobody told of those before.
            let first = watcher.changed().await.unwrap();
            hall.replace(&["a", "b"]);
            let second = watcher.changed().await.unwrap();
            (first.tools().len(), second.tools().len())
        };
        tokio::select! {
            seen = seen => assert_eq!(seen, (1, 2)),
            end = watching => panic!("{end}"),
        }
        client.close().await;
    }
}

#[tokio::test]
async fn requests_carry_what_the_newest_revision_wants() {
    let web = modern(|request| json("200 OK", "", &result(request, &list_of(&[], None)))).await;
    let client = Client::http(endpoint(&web.url()).bearer("t0ken").unwrap(), options()).await.unwrap();
    discovered(&client).await.unwrap();
    client.close().await;
    let heard = web.heard();
    assert_eq!(heard.len(), 2);
    for (request, method) in heard.iter().zip(["server/discover", "tools/list"]) {
        assert_eq!((request.verb.as_str(), request.path.as_str()), ("POST", "/mcp"));
        assert_eq!(request.method(), method);
        assert_eq!(request.header("mcp-method"), Some(method));
        assert_eq!(request.header("mcp-protocol-version"), Some("2026-07-28"));
        assert_eq!(request.header("accept"), Some("application/json, text/event-stream"));
        assert_eq!(request.header("authorization"), Some("Bearer t0ken"));
        assert_eq!(request.header("mcp-session-id"), None);
    }
}

/// A server of 2025-11-25 with a session, which refuses what is not in it as such servers do.
async fn older(lists: impl Fn(&Heard) -> Vec<u8> + Send + Sync + 'static) -> Web {
    Web::serve(move |request| match (request.verb.as_str(), request.method()) {
        ("POST", "initialize") => {
            let said = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"n","version":"1"}}"#;
            json("200 OK", "Mcp-Session-Id: s1\r\n", &result(request, said))
        }
        _ if request.header("mcp-session-id") != Some("s1") => json("400 Bad Request", "", r#"{"oh":"no"}"#),
        ("POST", "notifications/initialized") => b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n".to_vec(),
        ("POST", _) => lists(request),
        _ => b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".to_vec(),
    })
    .await
}

#[tokio::test]
async fn an_older_servers_session_is_kept_and_ended() {
    let web = older(|request| json("200 OK", "", &result(request, &list_of(&[], None)))).await;
    let client = Client::http(endpoint(&web.url()), options()).await.unwrap();
    discovered(&client).await.unwrap();
    client.close().await;
    client.close().await;
    let heard = web.heard();
    let methods: Vec<_> = heard.iter().map(|request| (request.verb.as_str(), request.method())).collect();
    let expected = [
        ("POST", "server/discover"),
        ("POST", "initialize"),
        ("POST", "notifications/initialized"),
        ("POST", "tools/list"),
        ("DELETE", ""),
    ];
    assert_eq!(methods, expected);
    assert_eq!(heard[1].header("mcp-protocol-version"), None);
    for request in &heard[2..] {
        assert_eq!(request.header("mcp-protocol-version"), Some("2025-11-25"));
        assert_eq!(request.header("mcp-session-id"), Some("s1"));
        assert_eq!(request.header("mcp-method"), None);
    }
}

#[tokio::test]
async fn a_session_that_has_ended_is_named() {
    let web = older(|_| json("404 Not Found", "", "{}")).await;
    let client = Client::http(endpoint(&web.url()), options()).await.unwrap();
    let error = discovered(&client).await.unwrap_err();
    assert!(matches!(cause(&error), ClientError::SessionEnded));
    // A watch ends with it.
    let current = Current::new(binding());
    let clock = wayleave::clock::TokioClock::new();
    let watch = Watch::default().every(Duration::from_millis(1));
    let end = client.watch(&current, &client.discovery(&binding()), &clock, &watch, |_| {}).await;
    assert!(matches!(end, ClientError::SessionEnded));
}

#[tokio::test]
async fn events_bring_the_answer_among_other_things() {
    let web = modern(|request| {
        let ping = r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#;
        let other = r#"{"jsonrpc":"2.0","id":12345,"result":{}}"#;
        let answer = result(request, &list_of(&[], None));
        events(&format!(": hello\n\nid: 1\ndata:\n\nevent: message\ndata: {ping}\n\ndata: {other}\r\n\r\ndata: {answer}\n\n"))
    })
    .await;
    let client = Client::http(endpoint(&web.url()), options()).await.unwrap();
    discovered(&client).await.unwrap();
    let replied =
        web.heard().iter().any(|request| request.body["id"] == "p" && request.body["result"].is_object());
    assert!(replied);
}

#[tokio::test]
async fn redirections_are_not_followed() {
    let elsewhere = modern(|_| Vec::new()).await;
    let target = elsewhere.url();
    for status in [301, 302, 303, 307, 308] {
        let to = target.clone();
        let web = Web::serve(move |_| {
            format!("HTTP/1.1 {status} Go\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n").into_bytes()
        })
        .await;
        let client = Client::http(endpoint(&web.url()).bearer("t0ken").unwrap(), options()).await;
        assert!(
            matches!(client, Err(ClientError::Redirected { status: said }) if said == status),
            "{client:?}"
        );
    }
    assert!(elsewhere.heard().is_empty());
}

/// What the first list over HTTP comes to with this answer.
async fn listed(answer: impl Fn(&Heard) -> Vec<u8> + Send + Sync + 'static) -> Result<(), ClientError> {
    let web = modern(answer).await;
    let options = options().max_message_bytes(10_000).call_timeout(Duration::from_millis(300));
    let client = Client::http(endpoint(&web.url()).bearer("t0ken").unwrap(), options).await.unwrap();
    client.tools(None).await.map(drop)
}

#[tokio::test]
async fn answers_that_are_none_are_named() {
    let html = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi".to_vec();
    assert!(matches!(listed(move |_| html.clone()).await, Err(ClientError::ContentType)));
    let packed = |request: &Heard| json("200 OK", "Content-Encoding: gzip\r\n", &result(request, "{}"));
    assert!(matches!(listed(packed).await, Err(ClientError::ContentType)));
    for body in ["[]", "{", "", r#"{"id":999,"result":{}}"#] {
        assert!(
            matches!(listed(move |_| json("200 OK", "", body)).await, Err(ClientError::Malformed)),
            "{body}"
        );
    }
    assert!(matches!(listed(|_| events("data: {}")).await, Err(ClientError::Closed)));
    assert!(matches!(listed(|_| b"HTTP/1.1 2".to_vec()).await, Err(ClientError::Timeout)));
    let half = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{".to_vec();
    assert!(matches!(listed(move |_| half.clone()).await, Err(ClientError::Timeout)));
    assert!(matches!(listed(|_| json("503 Busy", "", "{}")).await, Err(ClientError::Http { status: 503 })));
    assert!(matches!(listed(|_| json("401 No", "", "{}")).await, Err(ClientError::Http { status: 401 })));
}

// C3
#[tokio::test]
async fn answers_over_their_bounds_are_refused() {
    let large =
        |request: &Heard| json("200 OK", "", &result(request, &format!(r#""{}""#, "x".repeat(20_000))));
    assert!(matches!(listed(large).await, Err(ClientError::TooLarge { limit: 10_000 })));
    let large = |_: &Heard| events(&format!("data: {}", "x".repeat(20_000)));
    assert!(matches!(listed(large).await, Err(ClientError::TooLarge { limit: 10_000 })));
    let deep = |request: &Heard| json("200 OK", "", &result(request, &"[".repeat(200)));
    assert!(matches!(listed(deep).await, Err(ClientError::TooDeep { limit: 128 })));
    let deep = |_: &Heard| events(&format!("data: {}", "[".repeat(200)));
    assert!(matches!(listed(deep).await, Err(ClientError::TooDeep { limit: 128 })));
}

#[tokio::test]
async fn an_error_that_repeats_the_token_is_not_told() {
    let told = |said: &'static str| {
        listed(move |request| {
            let error =
                format!(r#"{{"id":{},"error":{{"code":-32000,"message":"{said}"}}}}"#, request.body["id"]);
            json("400 Bad Request", "", &error)
        })
    };
    let error = told("bad Bearer t0ken").await.unwrap_err();
    assert_eq!(error.to_string(), "the server answered with error -32000");
    assert!(!format!("{error:?}").contains("t0ken"));
    let error = told("bad luck").await.unwrap_err();
    assert_eq!(error.to_string(), r#"the server answered with error -32000: "bad luck""#);
}

#[tokio::test]
async fn a_refusal_before_the_handshake_is_told_apart() {
    for (status, older) in [
        ("400 Bad", true),
        ("404 No", true),
        ("405 No", true),
        ("401 No", false),
        ("403 No", false),
        ("429 Slow", false),
        ("500 Oh", false),
    ] {
        let web = Web::serve(move |_| json(status, "", "{}")).await;
        let error = Client::http(endpoint(&web.url()), options()).await.unwrap_err();
        assert!(matches!(error, ClientError::Http { .. }), "{error:?}");
        let posts = web.heard().iter().filter(|request| request.verb == "POST").count();
        assert_eq!(posts, if older { 2 } else { 1 }, "{status}");
    }
}

#[tokio::test]
async fn a_session_of_strange_characters_is_refused() {
    for id in ["two words", ""] {
        let web = Web::serve(move |request| match request.method() {
            "initialize" => {
                let said = r#"{"protocolVersion":"2025-11-25","capabilities":{}}"#;
                json("200 OK", &format!("Mcp-Session-Id: {id}\r\n"), &result(request, said))
            }
            _ => json("400 Bad", "", "{}"),
        })
        .await;
        let client = Client::http(endpoint(&web.url()), options()).await;
        assert!(matches!(client, Err(ClientError::Malformed)), "{id}: {client:?}");
    }
}

#[tokio::test]
async fn a_host_that_is_not_there_is_named() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp?key=s3cret", listener.local_addr().unwrap());
    drop(listener);
    let error = Client::http(endpoint(&url), options()).await.unwrap_err();
    assert!(matches!(error, ClientError::Unreachable(_)));
    assert!(!format!("{error:?}").contains("s3cret"));
}

#[tokio::test]
async fn a_stream_of_changes_is_opened_again() {
    static OPENED: AtomicUsize = AtomicUsize::new(0);
    let web = modern(|request| match request.method() {
        "subscriptions/listen" => {
            OPENED.fetch_add(1, Ordering::SeqCst);
            events(
                r#"data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{}}"#,
            )
        }
        _ => json("200 OK", "", &result(request, &list_of(&[], None))),
    })
    .await;
    let client = Client::http(endpoint(&web.url()), options()).await.unwrap();
    let (current, clock) = (Current::new(binding()), wayleave::clock::TokioClock::new());
    let watch = Watch::default().retry(Duration::from_millis(1));
    let discovery = client.discovery(&binding());
    let watching = client.watch(&current, &discovery, &clock, &watch, |_| {});
    let opened = async {
        while OPENED.load(Ordering::SeqCst) < 3 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::select! { () = opened => {}, end = watching => panic!("{end}") }
}
