//! Those who send too much, too slowly, or too often.

use std::time::Duration;

use serde_json::json;
use wayleave_server::HttpOptions;

use crate::{
    running,
    slow::{SLOW, Slow},
    wire::{Request, Running},
};
use wayleave_server::{Server, Shutdown};

async fn lives(server: &Running) {
    let answer = server.send(Request::read("hall://h/welcome")).await;
    assert_eq!(answer.result()["contents"][0]["text"], "Welcome.");
}

// quality: 10 MB
#[tokio::test]
async fn a_body_of_ten_megabytes_is_refused() {
    let server = running(HttpOptions::new()).await;
    let answer = server.send(Request::post(vec![b' '; 10 << 20])).await;
    assert_eq!((answer.status, answer.header("connection")), (413, Some("close")));
    lives(&server).await;

    // Without a length said before.
    let mut connection = server.connect().await;
    let head = Request::post("").header("transfer-encoding", "chunked").at(server.address);
    let head = String::from_utf8(head).unwrap().replace("content-length: 0\r\n", "");
    connection.write(head.as_bytes()).await;
    let mut chunk = format!("{:x}\r\n", 1 << 20).into_bytes();
    chunk.extend(vec![b' '; 1 << 20]);
    chunk.extend(b"\r\n");
    for _ in 0..10 {
        connection.write(&chunk).await;
    }
    assert_eq!(connection.send(b"0\r\n\r\n").await.status, 413);
    lives(&server).await;

    // Asked for before it is sent.
    let request = Request::post(vec![b' '; 10 << 20]).header("expect", "100-continue").at(server.address);
    let head = request.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4;
    assert_eq!(server.connect().await.send(&request[..head]).await.status, 413);
    lives(&server).await;
}

#[tokio::test]
async fn a_body_at_the_limit_is_taken() {
    let shutdown = Shutdown::new();
    let server = crate::served().server().shutdown(&shutdown).message_limit(300);
    let server = server.bind("127.0.0.1:0".parse().unwrap(), HttpOptions::new()).await.unwrap();
    let server = Running::new(server, shutdown);
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let padded = |length: usize| format!("{body}{}", " ".repeat(length - body.len()));
    assert_eq!(server.send(Request::post(padded(300))).await.status, 200);
    assert_eq!(server.send(Request::post(padded(301))).await.status, 413);
}

#[tokio::test]
async fn a_head_that_never_ends_is_cut_off() {
    let server = running(HttpOptions::new().head_timeout(Duration::from_millis(20))).await;
    let mut silent = server.connect().await;
    let mut slow = server.connect().await;
    slow.write(b"POST /mcp HTTP/1.1\r\nhost: ").await;
    assert!(silent.is_closed().await);
    // It may be told so before.
    while !slow.is_closed().await {}
    let mut long = server.connect().await;
    let head = format!("GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "x".repeat(1 << 20));
    // It may be closed before all of it is written.
    let _ = tokio::io::AsyncWriteExt::write_all(&mut long.0, head.as_bytes()).await;
    drop(long);
    lives(&server).await;
}

#[tokio::test]
async fn a_body_that_never_comes_is_told_so() {
    let server = running(HttpOptions::new().body_timeout(Duration::from_millis(20))).await;
    let request = Request::read("hall://h/welcome").at(server.address);
    let mut slow = server.connect().await;
    assert_eq!(slow.send(&request[..request.len() - 1]).await.status, 408);
    assert!(slow.is_closed().await);
    lives(&server).await;
}

#[tokio::test]
async fn connections_over_the_limit_wait() {
    let slow = Slow::default();
    let shutdown = Shutdown::new();
    let server = Server::new(slow.handler()).shutdown(&shutdown);
    let options = HttpOptions::new().max_connections(1);
    let server = server.bind("127.0.0.1:0".parse().unwrap(), options).await.unwrap();
    let server = Running::new(server, shutdown);
    let mut first = server.connect().await;
    first.write(&Request::read(SLOW).at(server.address)).await;
    slow.begun.notified().await;
    // The second is connected by the system, and its request lies there.
    let mut second = server.connect().await;
    second.write(&Request::read(SLOW).at(server.address)).await;
    slow.go.notify_one();
    assert_eq!(first.answer().await.status, 200);
    slow.dropped.notified().await;
    drop(first);
    slow.begun.notified().await;
    slow.go.notify_one();
    assert_eq!(second.answer().await.status, 200);
}

// G25, as over a pipe.
#[tokio::test]
async fn parameters_of_another_kind_are_refused() {
    let server = running(HttpOptions::new()).await;
    for version in ["2025-06-18", "2025-11-25"] {
        for (method, params) in [
            ("resources/list", json!({ "cursor": 7 })),
            ("resources/templates/list", json!({ "cursor": [] })),
            ("resources/read", json!({ "uri": 7 })),
        ] {
            let answer = server.send(Request::call(version, method, params)).await;
            assert_eq!(answer.status, 200);
            let error: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!((&error["error"]["code"], &error["id"]), (&json!(-32602), &json!(1)), "{method}");
        }
    }
    let answer = server.send(Request::modern("resources/list", json!({ "cursor": 7 }))).await;
    assert!(answer.text().contains("-32602"), "{}", answer.text());
    lives(&server).await;
}

#[tokio::test]
async fn those_who_listen_leave_room_for_requests() {
    let server = running(HttpOptions::new().max_connections(4).max_streams(2)).await;
    let listen = Request::modern("subscriptions/listen", json!({ "notifications": {} })).at(server.address);
    let mut listeners = Vec::new();
    for _ in 0..2 {
        let mut listener = server.connect().await;
        listener.write(&listen).await;
        assert_eq!(listener.head().await.status, 200);
        listeners.push(listener);
    }
    let mut third = server.connect().await;
    assert_eq!(third.send(&listen).await.status, 503);
    drop(third);
    lives(&server).await;
    // One that goes makes room for another.
    drop(listeners.pop());
    let mut again = server.connect().await;
    loop {
        again.write(&listen).await;
        match again.head().await {
            head if head.status == 200 => break,
            refused => {
                assert_eq!(refused.status, 503);
                again = server.connect().await;
            }
        }
    }
}
