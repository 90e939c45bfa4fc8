//! Servers over the HTTP transport of 2024-11-05 that mean harm, or are broken. They run in real time.

use std::time::{Duration, Instant};

use wayleave::{
    catalog::{Current, Lister},
    clock::TokioClock,
};
use wayleave_rmcp::client::{Client, ClientError, Endpoint, Options, Watch};

use crate::harness::{
    ACCEPTED, Bridge, Heard, Script, TOOLS, Web, binding, discovered, ends, json, list_of, names, options,
};

fn quick() -> Options {
    options().call_timeout(Duration::from_millis(300)).max_message_bytes(10_000)
}

fn endpoint(url: &str) -> Endpoint {
    Endpoint::new(url).unwrap().bearer("t0ken").unwrap()
}

fn is_get(request: &Heard) -> bool {
    request.verb == "GET"
}

/// What a client says of a server that refuses streamable HTTP with 405, answers `GET` so, and takes what is sent to it;
/// and what that server has heard since.
async fn opened(answer: impl Fn(&Heard) -> Vec<u8> + Send + Sync + 'static) -> (ClientError, Vec<Heard>) {
    let web = Web::serve(move |request| match request.path.as_str() {
        _ if is_get(request) => answer(request),
        "/mcp" => json("405 No", "", "{}"),
        _ => ACCEPTED.to_vec(),
    })
    .await;
    let error = Client::http(endpoint(&web.url()), quick()).await.unwrap_err();
    let heard = web.heard();
    let since = heard.iter().position(is_get).map_or(heard.len(), |first| first + 1);
    (error, heard[since..].to_vec())
}

/// A stream of events that begins so. It is left open.
fn stream(events: &str) -> Vec<u8> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n";
    format!("{head}{events}").into_bytes()
}

fn named(place: &str) -> Vec<u8> {
    stream(&format!("event: endpoint\ndata: {place}\n\n"))
}

#[tokio::test]
async fn without_a_place_the_first_refusal_is_told() {
    for answer in [
        json("404 Not Found", "", "{}"),
        json("500 Oh", "", "{}"),
        json("200 OK", "", "{}"),
        b"HTTP/1.1 307 Go\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n".to_vec(),
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n\
          event: endpoint\ndata: /m\n"
            .to_vec(),
        b"no HTTP\r\n\r\n".to_vec(),
        // It never comes, or has no data, or is not the first one.
        stream(""),
        stream(&": still here\n\n".repeat(1_000)),
        stream("event: endpoint\n\n"),
        stream("event: message\ndata: {}\n\nevent: endpoint\ndata: /m\n\n"),
        stream("data: /m\n\n"),
        // It is not offered.
        b"HTTP/1.1 404 No\r\nContent-Type: text/event-stream\r\n\r\nevent: endpoint\ndata: /m\n\n".to_vec(),
        b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nevent: endpoint\ndata: /m\n\n".to_vec(),
        // Nor does it ever end.
        stream(&format!("event: endpoint\ndata: /{}", "x".repeat(1 << 20))),
        stream(&"x".repeat(1 << 20)),
    ] {
        let shown = String::from_utf8_lossy(&answer[..answer.len().min(150)]).into_owned();
        let began = Instant::now();
        let (error, since) = opened(move |_| answer.clone()).await;
        assert!(matches!(error, ClientError::Http { status: 405 }), "{shown}: {error:?}");
        assert!(since.is_empty(), "{shown}: {since:?}");
        assert!(began.elapsed() < Duration::from_secs(5), "{shown}");
    }
}

#[tokio::test]
async fn who_is_not_let_in_is_told() {
    for (answer, expected) in [("401 No", 401), ("403 No", 403)] {
        let (error, since) = opened(move |_| json(answer, "", "{}")).await;
        assert!(matches!(error, ClientError::Http { status } if status == expected), "{error:?}");
        assert!(since.is_empty(), "{since:?}");
    }
}

#[tokio::test]
async fn nothing_is_sent_to_another_origin() {
    let other = Web::serve(|_| ACCEPTED.to_vec()).await;
    let place = other.url();
    let without_scheme = place.strip_prefix("http:").unwrap().to_owned();
    let over_tls = place.replace("http:", "https:");
    for place in [place, without_scheme, over_tls, "http://localhost/m".to_owned()] {
        let (error, since) = opened({
            let place = place.clone();
            move |_| named(&place)
        })
        .await;
        assert!(matches!(error, ClientError::OtherOrigin), "{place}: {error:?}");
        assert!(since.is_empty(), "{place}: {since:?}");
        let said = format!("{error} {error:?}");
        assert!(said.contains("origin") && !said.contains("127.0.0.1") && !said.contains("t0ken"), "{said}");
    }
    assert!(other.heard().is_empty());
}

// C3
#[tokio::test]
async fn a_place_that_is_none_is_refused() {
    let long = format!("/{}", "x".repeat(5_000));
    for place in ["", " ", "/a b", "http://", "http://me@here/", "/a\ndata: /b", &long] {
        let answer = named(place);
        let (error, since) = opened(move |_| answer.clone()).await;
        assert!(matches!(error, ClientError::Malformed), "{place:.20}: {error:?}");
        assert!(since.is_empty(), "{place:.20}: {since:?}");
    }
}

#[tokio::test]
async fn the_place_is_named_once() {
    let places = "event: endpoint\ndata: /first\n\nevent: endpoint\ndata: /second\n\n";
    let (error, since) = opened(move |_| stream(places)).await;
    assert!(matches!(error, ClientError::Timeout), "{error:?}");
    let paths: Vec<_> = since.iter().map(|request| request.path.as_str()).collect();
    assert_eq!(paths, ["/first"]);
}

/// A client of a server at the other end of a bridge, and that server, after the handshake.
async fn bridged(answer: impl Fn(&Heard) -> Vec<u8> + Send + Sync + 'static) -> (Client, Script, Bridge) {
    let (near, mut script) = ends();
    let bridge = Bridge::answering(near, answer).await;
    let connecting = Client::http(endpoint(&bridge.url()), quick());
    let (client, ()) = tokio::join!(connecting, script.initialize("2024-11-05", TOOLS));
    (client.unwrap(), script, bridge)
}

/// What two calls at once come to, with what the server says before it hangs up.
async fn ended(says: &str, hangs_up: bool) -> [ClientError; 2] {
    let (client, mut script, _bridge) = bridged(|_| ACCEPTED.to_vec()).await;
    let server = async {
        script.expect("tools/list").await;
        script.expect("tools/list").await;
        let _ = script.write(says.as_bytes()).await;
        if hangs_up {
            drop(script);
        } else {
            // A client that ends the connection closes the stream.
            while script.next().await.is_some() {}
        }
    };
    let calls = async { tokio::join!(client.tools(None), client.tools(None)) };
    let ((one, two), ()) = tokio::join!(calls, server);
    // And so does each call from then on.
    let later = client.tools(None).await.unwrap_err();
    let one = one.unwrap_err();
    assert_eq!(later.to_string(), one.to_string());
    [one, two.unwrap_err()]
}

#[tokio::test]
async fn a_stream_that_breaks_off_ends_every_call() {
    for says in ["", "data: {\"jsonrpc\":", "event: message\ndata: {\"id\":3,\"result\":{\"tools\":[]}}\n"] {
        let errors = ended(says, true).await;
        assert!(errors.iter().all(|error| matches!(error, ClientError::Closed)), "{says}: {errors:?}");
    }
}

// C3
#[tokio::test]
async fn messages_over_their_bounds_end_the_connection() {
    let large = format!("data: {}\n", "x".repeat(20_000));
    let errors = ended(&large, false).await;
    assert!(
        errors.iter().all(|error| matches!(error, ClientError::TooLarge { limit: 10_000 })),
        "{errors:?}"
    );
    let name = format!("event: {}\n", "x".repeat(20_000));
    let errors = ended(&name, false).await;
    assert!(
        errors.iter().all(|error| matches!(error, ClientError::TooLarge { limit: 10_000 })),
        "{errors:?}"
    );
    let deep = format!("data: {}\n", "[".repeat(200));
    let errors = ended(&deep, false).await;
    assert!(errors.iter().all(|error| matches!(error, ClientError::TooDeep { limit: 128 })), "{errors:?}");
    let errors = ended("{\"id\":1}\n", false).await;
    assert!(errors.iter().all(|error| matches!(error, ClientError::Malformed)), "{errors:?}");
}

#[tokio::test]
async fn a_watch_ends_with_the_stream() {
    let (client, script, _bridge) = bridged(|_| ACCEPTED.to_vec()).await;
    drop(script);
    let (current, clock) = (Current::new(binding()), TokioClock::new());
    let discovery = client.discovery(&binding());
    let watch = Watch::default();
    let watching = client.watch(&current, &discovery, &clock, &watch, |_| {});
    let end = tokio::time::timeout(Duration::from_secs(5), watching).await.unwrap();
    assert!(matches!(end, ClientError::Closed));
}

#[tokio::test]
async fn what_nobody_asked_for_is_passed_over() {
    let (client, mut script, _bridge) = bridged(|_| ACCEPTED.to_vec()).await;
    let list = list_of(&[r#"{"name":"right","inputSchema":{}}"#.to_owned()], None);
    let wrong = list_of(&[r#"{"name":"wrong","inputSchema":{}}"#.to_owned()], None);
    // Answers to what was asked before, to what is about to be asked, and to what never is.
    for id in ["1", "2", "3", "4", "999999", "-1", "\"3\"", "null", "18446744073709551615"] {
        script.say(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{wrong}}}"#)).await;
    }
    // What is read before a call is no answer to it.
    script.say(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#).await;
    assert_eq!(script.next().await.unwrap()["id"], "p");
    let server = async {
        let request = script.expect("tools/list").await;
        let (id, other) = (&request["id"], request["id"].as_u64().unwrap() + 1);
        script.say(&format!(r#"{{"jsonrpc":"2.0","id":{other},"result":{wrong}}}"#)).await;
        script.say(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}"#).await;
        // Of these events, only the last one is a message.
        script.say(&format!("event: other\ndata: {{\"id\":{id},\"result\":{wrong}}}\n")).await;
        script.say(&format!("event: endpoint\ndata: {{\"id\":{id},\"result\":{wrong}}}\n")).await;
        script.say("data: ping\n").await;
        script.say(&format!("id: 7\nretry: 1\ndata: {{\"id\":{id},\ndata:\"result\":{list}}}\n")).await;
        script
    };
    let (generation, _script) = tokio::join!(discovered(&client), server);
    assert_eq!(names(&generation.unwrap()), ["right"]);
}

#[tokio::test]
async fn a_refused_message_ends_its_call_alone() {
    let elsewhere = Web::serve(|_| ACCEPTED.to_vec()).await;
    let to = elsewhere.url();
    let (client, mut script, _bridge) =
        bridged(move |request| match request.body["params"]["cursor"].as_str() {
            Some("500") => json("500 Oh", "", &format!(r#"{{"id":{},"result":{{}}}}"#, request.body["id"])),
            Some("307") => {
                format!("HTTP/1.1 307 Go\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n").into_bytes()
            }
            Some("silence") => Vec::new(),
            // A body without an end is not read.
            Some("endless") => b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nand so on".to_vec(),
            _ => ACCEPTED.to_vec(),
        })
        .await;
    let refused = client.tools(Some("500")).await;
    assert!(matches!(refused, Err(ClientError::Http { status: 500 })), "{refused:?}");
    let moved = client.tools(Some("307")).await;
    assert!(matches!(moved, Err(ClientError::Redirected { status: 307 })), "{moved:?}");
    assert!(elsewhere.heard().is_empty());
    let silent = client.tools(Some("silence")).await;
    assert!(matches!(silent, Err(ClientError::Timeout)), "{silent:?}");
    for cursor in ["500", "307", "silence"] {
        assert_eq!(script.expect("tools/list").await["params"]["cursor"], cursor);
    }
    script.expect("notifications/cancelled").await;
    let server = async {
        let request = script.expect("tools/list").await;
        script.answer(&request, r#"{"tools":[]}"#).await;
    };
    let (answered, ()) = tokio::join!(client.tools(Some("endless")), server);
    assert!(answered.is_ok(), "{answered:?}");
}

#[tokio::test]
async fn a_server_that_never_takes_a_message_has_few_under_way() {
    let (client, script, bridge) = bridged(|request| match request.body["params"]["cursor"].as_str() {
        Some("silence") => Vec::new(),
        _ => ACCEPTED.to_vec(),
    })
    .await;
    let calls: Vec<_> = (0..40)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.tools(Some("silence")).await.map(drop) })
        })
        .collect();
    for call in calls {
        assert!(matches!(call.await.unwrap(), Err(ClientError::Timeout)));
    }
    // Those end in time, too, and others take their place.
    tokio::spawn(script.serve(|_, _| list_of(&[], None)));
    let began = Instant::now();
    while client.tools(None).await.is_err() {
        assert!(began.elapsed() < Duration::from_secs(5));
    }
    // One more for the stream, and one for streamable HTTP.
    let most = bridge.most_at_once();
    assert!((16..=18).contains(&most), "{most}");
}
