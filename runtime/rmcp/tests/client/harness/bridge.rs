//! The HTTP transport of 2024-11-05, for a server at a pipe's other end: its lines become events, and it reads what is
//! sent to the place.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, split},
    net::{TcpListener, TcpStream},
    select,
};

use super::web::{Heard, read};

pub(crate) struct Bridge {
    address: String,
    heard: Arc<Mutex<Vec<Heard>>>,
    open: Arc<Mutex<Open>>,
}

/// The connections that there are, and the most that there were at once.
#[derive(Default)]
struct Open {
    now: usize,
    most: usize,
}

/// The end of the one connection that is bridged.
struct Pipe {
    read: Mutex<Option<BufReader<ReadHalf<DuplexStream>>>>,
    write: tokio::sync::Mutex<WriteHalf<DuplexStream>>,
}

/// The place that is named, unless a test names another one.
pub(crate) const PLACE: &str = "/messages?session=1";
pub(crate) const ACCEPTED: &[u8] = b"HTTP/1.1 202 Accepted\r\nContent-Length: 8\r\n\r\nAccepted";

impl Bridge {
    /// Bridges one connection.
    pub(crate) async fn open(near: DuplexStream) -> Self {
        Self::answering(near, |_| ACCEPTED.to_vec()).await
    }

    /// Bridges one connection, and answers what is sent to the place so.
    pub(crate) async fn answering(
        near: DuplexStream,
        answer: impl Fn(&Heard) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (read, write) = split(near);
        let pipe = Arc::new(Pipe { read: Mutex::new(Some(BufReader::new(read))), write: write.into() });
        let (answer, heard) = (Arc::new(answer), Arc::new(Mutex::new(Vec::new())));
        let open = Arc::new(Mutex::new(Open::default()));
        let (hearing, counted) = (Arc::clone(&heard), Arc::clone(&open));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (pipe, answer, heard) = (Arc::clone(&pipe), Arc::clone(&answer), Arc::clone(&hearing));
                let open = Arc::clone(&counted);
                tokio::spawn(async move {
                    {
                        let mut open = open.lock().unwrap();
                        open.now += 1;
                        open.most = open.most.max(open.now);
                    }
                    converse(stream, &pipe, &*answer, &heard).await;
                    open.lock().unwrap().now -= 1;
                });
            }
        });
        Self { address, heard, open }
    }

    /// Waits until the client has ended all of its connections.
    pub(crate) async fn all_gone(&self) {
        while self.open.lock().unwrap().now > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// The most connections that there were at once.
    pub(crate) fn most_at_once(&self) -> usize {
        self.open.lock().unwrap().most
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/sse", self.address)
    }

    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }
}

async fn converse(
    stream: TcpStream,
    pipe: &Pipe,
    answer: &(dyn Fn(&Heard) -> Vec<u8> + Send + Sync),
    heard: &Mutex<Vec<Heard>>,
) -> Option<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let request = read(&mut stream).await?;
        heard.lock().unwrap().push(request.clone());
        match (request.verb.as_str(), request.path.as_str()) {
            ("GET", "/sse") => {
                let lines = pipe.read.lock().unwrap().take()?;
                hold(stream, lines).await;
                // The pipe's other end reads that nobody is there any more.
                return pipe.write.lock().await.shutdown().await.ok();
            }
            ("POST", PLACE) => {
                pipe.write.lock().await.write_all(format!("{}\n", request.body).as_bytes()).await.ok()?;
                stream.get_mut().write_all(&answer(&request)).await.ok()?;
            }
            _ => {
                let refused = b"HTTP/1.1 405 No\r\nContent-Length: 0\r\n\r\n";
                stream.get_mut().write_all(refused).await.ok()?;
            }
        }
    }
}

/// Sends lines as events until either side hangs up. A line that is no message is sent as it is.
async fn hold(mut stream: BufReader<TcpStream>, mut lines: BufReader<ReadHalf<DuplexStream>>) -> Option<()> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    let first = format!("{head}event: endpoint\r\ndata: {PLACE}\r\n\r\n");
    stream.get_mut().write_all(first.as_bytes()).await.ok()?;
    loop {
        let mut line = String::new();
        select! {
            read = lines.read_line(&mut line) => {
                read.ok().filter(|&length| length > 0)?;
            }
            // Nothing more is sent here, so this is the end.
            _ = stream.read_u8() => return None,
        }
        let event = if line.starts_with('{') { format!("event: message\r\ndata: {line}\r\n") } else { line };
        stream.get_mut().write_all(event.as_bytes()).await.ok()?;
    }
}
