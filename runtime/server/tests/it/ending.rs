//! The end of a server over HTTP, and of clients.

use std::time::Duration;

use serde_json::json;
use tokio::net::TcpStream;
use wayleave_server::{HttpOptions, ServeError, Server, Shutdown};

use crate::{
    slow::{SLOW, Slow},
    wire::{Request, Running},
};

async fn running(slow: &Slow, grace: Option<Duration>) -> Running {
    let shutdown = Shutdown::new();
    let server = Server::new(slow.handler()).quiet_reads().shutdown(&shutdown);
    let server = match grace {
        Some(grace) => server.grace(grace),
        None => server,
    };
    let server = server.bind("127.0.0.1:0".parse().unwrap(), HttpOptions::new()).await.unwrap();
    Running::new(server, shutdown)
}

#[tokio::test]
async fn what_is_under_way_is_finished() {
    let slow = Slow::default();
    let server = running(&slow, None).await;
    // One that has said nothing yet, and one that is between two requests.
    let mut silent = server.connect().await;
    let mut idle = server.connect().await;
    assert_eq!(idle.send(&Request::read("slow://h/fast").at(server.address)).await.status, 200);
    let mut busy = server.connect().await;
    busy.write(&Request::read(SLOW).at(server.address)).await;
    slow.begun.notified().await;

    server.shutdown.begin();
    assert!(idle.is_closed().await);
    assert!(silent.is_closed().await);
    while TcpStream::connect(server.address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    slow.go.notify_one();
    let answer = busy.answer().await;
    assert_eq!(answer.result()["contents"][0]["text"], "At last.");
    assert!(busy.is_closed().await);
    server.ended().await.unwrap();
}

#[tokio::test]
async fn what_takes_too_long_is_ended() {
    let slow = Slow::default();
    let server = running(&slow, Some(Duration::ZERO)).await;
    let mut busy = server.connect().await;
    busy.write(&Request::read(SLOW).at(server.address)).await;
    slow.begun.notified().await;
    server.shutdown.begin();
    server.ended().await.unwrap();
    slow.dropped.notified().await;
    assert!(busy.is_closed().await);
}

#[tokio::test]
async fn a_second_word_ends_it_at_once() {
    let slow = Slow::default();
    let server = running(&slow, None).await;
    let mut busy = server.connect().await;
    busy.write(&Request::read(SLOW).at(server.address)).await;
    slow.begun.notified().await;
    server.shutdown.begin();
    server.shutdown.cut();
    assert!(matches!(server.ended().await, Err(ServeError::Cut)));
    slow.dropped.notified().await;
}

#[tokio::test]
async fn who_leaves_ends_the_read() {
    let slow = Slow::default();
    let server = running(&slow, None).await;
    let mut busy = server.connect().await;
    busy.write(&Request::read(SLOW).at(server.address)).await;
    slow.begun.notified().await;
    drop(busy);
    slow.dropped.notified().await;
    assert_eq!(server.send(Request::read("slow://h/fast")).await.status, 200);
}

// G28
#[tokio::test]
async fn who_listens_does_not_hold_the_end_up() {
    let slow = Slow::default();
    let server = running(&slow, None).await;
    let mut listener = server.connect().await;
    let filter = json!({ "notifications": { "resourcesListChanged": true } });
    listener.write(&Request::modern("subscriptions/listen", filter).at(server.address)).await;
    assert_eq!(listener.head().await.header("content-type"), Some("text/event-stream"));
    let first = String::from_utf8(listener.chunk().await.unwrap()).unwrap();
    assert!(first.contains("notifications/subscriptions/acknowledged"), "{first}");
    server.shutdown.begin();
    while listener.chunk().await.is_some() {}
    assert!(listener.is_closed().await);
    server.ended().await.unwrap();
}

#[tokio::test]
async fn an_address_in_use_is_an_error() {
    let slow = Slow::default();
    let server = running(&slow, None).await;
    let again = Server::new(slow.handler()).bind(server.address, HttpOptions::new()).await;
    let error = again.unwrap_err();
    assert!(matches!(&error, ServeError::Listen { address, .. } if *address == server.address));
    assert_eq!(error.to_string(), format!("{} cannot be listened on", server.address));
}
