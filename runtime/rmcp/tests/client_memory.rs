//! How much memory hostile servers can make a client use. One test in a process of its own, whose peak is the measure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
#![cfg(target_os = "linux")]

use std::{error::Error, time::Duration};

use serde_json::Value;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split,
};
use wayleave::{
    catalog::{BindingName, DiscoverError, Generation, OverLimit, discover},
    clock::TokioClock,
};
use wayleave_rmcp::client::{Client, ClientError, Options};

const MOST: u64 = 200 * 1024 * 1024;

struct Server {
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
}

impl Server {
    /// The number of the next request, if the client is still there.
    async fn request(&mut self) -> Option<u64> {
        loop {
            let mut line = String::new();
            self.read.read_line(&mut line).await.ok().filter(|&length| length > 0)?;
            let request: Value = serde_json::from_str(&line).unwrap();
            if let Some(id) = request["id"].as_u64() {
                return Some(id);
            }
        }
    }

    /// Writes, unless the client has hung up.
    async fn say(&mut self, text: &str) -> Option<()> {
        self.write.write_all(text.as_bytes()).await.ok()
    }
}

/// What discovery comes to, where the script writes the pages; and how long that took in the run time's time.
async fn met<F>(script: impl FnOnce(Server) -> F) -> (Result<Generation, DiscoverError>, Duration)
where
    F: Future<Output = Option<()>> + Send + 'static,
{
    let (near, far) = duplex(1 << 16);
    let (read, write) = split(far);
    let mut server = Server { read: BufReader::new(read), write };
    let (read, write) = split(near);
    let hello = async {
        let id = server.request().await.unwrap();
        let result = r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#;
        server.say(&format!("{{\"id\":{id},\"result\":{result}}}\n")).await.unwrap();
    };
    let (client, ()) = tokio::join!(Client::over(read, write, Options::new("test", "0")), hello);
    let client = client.unwrap();
    let script = tokio::spawn(script(server));
    let began = tokio::time::Instant::now();
    let outcome =
        discover(&client, &client.discovery(&BindingName::new("b").unwrap()), &TokioClock::new()).await;
    let took = began.elapsed();
    client.close().await;
    let _ = script.await.unwrap();
    (outcome, took)
}

fn cause(outcome: &Result<Generation, DiscoverError>) -> &ClientError {
    let error = outcome.as_ref().unwrap_err();
    error.source().and_then(|source| source.downcast_ref()).unwrap_or_else(|| panic!("{error}"))
}

fn over(outcome: &Result<Generation, DiscoverError>) -> OverLimit {
    match outcome {
        Err(DiscoverError::OverLimit(error)) => error.what(),
        other => panic!("{other:?}"),
    }
}

fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

// C3
#[tokio::test(start_paused = true)]
async fn hostile_servers_use_bounded_memory_and_time() {
    // A schema of a gigabyte, as fast as it goes.
    let schema = |every: Option<Duration>| {
        move |mut server: Server| async move {
            let id = server.request().await?;
            server
                .say(&format!(r#"{{"id":{id},"result":{{"tools":[{{"name":"a","inputSchema":{{"x":""#))
                .await?;
            let piece = "x".repeat(1 << 20);
            for _ in 0..1024 {
                if let Some(every) = every {
                    tokio::time::sleep(every).await;
                }
                server.say(&piece).await?;
            }
            server.say("\"}}]}}\n").await
        }
    };
    let (outcome, _) = met(schema(None)).await;
    assert!(matches!(cause(&outcome), ClientError::TooLarge { .. }), "{outcome:?}");

    // The same, slowly.
    let (outcome, took) = met(schema(Some(Duration::from_secs(5)))).await;
    assert!(matches!(outcome, Err(DiscoverError::Timeout { page: 0, .. })), "{outcome:?}");
    assert_eq!(took.as_secs(), 30);

    // Ten million items in one page.
    let (outcome, _) = met(|mut server| async move {
        let id = server.request().await?;
        server.say(&format!(r#"{{"id":{id},"result":{{"tools":["#)).await?;
        let piece = r#"{"name":"a","inputSchema":{}},"#.repeat(1_000);
        for _ in 0..10_000 {
            server.say(&piece).await?;
        }
        server.say("{}]}}\n").await
    })
    .await;
    assert!(matches!(cause(&outcome), ClientError::TooLarge { .. }), "{outcome:?}");

    // The smallest items that there are, as many as fit in a page.
    let (outcome, _) = met(|mut server| async move {
        let id = server.request().await?;
        let items = "1,".repeat(8_000_000);
        server.say(&format!("{{\"id\":{id},\"result\":{{\"tools\":[{items}1]}}}}\n")).await
    })
    .await;
    assert_eq!(over(&outcome), OverLimit::CatalogItems);

    // Ten million items over many pages, each of another name.
    let (outcome, _) = met(|mut server| async move {
        for page in 0..10_000 {
            let id = server.request().await?;
            let item = |index| format!(r#"{{"name":"t{page}-{index}","inputSchema":{{}}}}"#);
            let items: Vec<_> = (0..1_000).map(item).collect();
            let items = items.join(",");
            server
                .say(&format!(
                    "{{\"id\":{id},\"result\":{{\"nextCursor\":\"{page}\",\"tools\":[{items}]}}}}\n"
                ))
                .await?;
        }
        Some(())
    })
    .await;
    assert_eq!(over(&outcome), OverLimit::CatalogItems);

    // Pages that are as large as they may be, until all together are too much.
    let (outcome, _) = met(|mut server| async move {
        let schema = format!(r#"{{"x":"{}"}}"#, "x".repeat(1_000_000));
        for page in 0.. {
            let id = server.request().await?;
            let item = |index| format!(r#"{{"name":"t{page}-{index}","inputSchema":{schema}}}"#);
            let items = (0..16).map(item).collect::<Vec<_>>().join(",");
            server
                .say(&format!(
                    "{{\"id\":{id},\"result\":{{\"nextCursor\":\"{page}\",\"tools\":[{items}]}}}}\n"
                ))
                .await?;
        }
        Some(())
    })
    .await;
    assert_eq!(over(&outcome), OverLimit::CatalogBytes);

    // A hundred thousand levels, and a line without end of what is no message.
    let (outcome, _) = met(|mut server| async move {
        let id = server.request().await?;
        server.say(&format!(r#"{{"id":{id},"result":"#)).await?;
        server.say(&r#"{"a":"#.repeat(100_000)).await
    })
    .await;
    assert!(matches!(cause(&outcome), ClientError::TooDeep { .. }), "{outcome:?}");
    let (outcome, _) = met(|mut server| async move {
        server.request().await?;
        let piece = " ".repeat(1 << 20);
        loop {
            server.say(&piece).await?;
        }
    })
    .await;
    assert!(matches!(cause(&outcome), ClientError::TooLarge { .. }), "{outcome:?}");

    let peak = peak();
    assert!(peak < MOST, "{} MiB", peak >> 20);
    println!("peak: {} MiB", peak >> 20);
}
