//! An HTTP server that is a function from what it hears to the bytes of the answer.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// A request, with its headers' names in lower case.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    pub(crate) verb: String,
    pub(crate) path: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Value,
}

impl Heard {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn method(&self) -> &str {
        self.body["method"].as_str().unwrap_or_default()
    }
}

const CLOSE: &[u8] = b"Connection: close";

pub(crate) struct Web {
    address: String,
    heard: Arc<Mutex<Vec<Heard>>>,
}

impl Web {
    /// Answers each request by the function, with a whole HTTP answer or the beginning of one.
    pub(crate) async fn serve(answer: impl Fn(&Heard) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (answer, heard) = (Arc::new(answer), Arc::new(Mutex::new(Vec::new())));
        let hearing = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, heard) = (Arc::clone(&answer), Arc::clone(&hearing));
                tokio::spawn(async move {
                    let mut stream = BufReader::new(stream);
                    while let Some(request) = read(&mut stream).await {
                        heard.lock().unwrap().push(request.clone());
                        let answer = answer(&request);
                        let last = answer.windows(CLOSE.len()).any(|part| part == CLOSE);
                        if stream.get_mut().write_all(&answer).await.is_err() || last {
                            break;
                        }
                    }
                });
            }
        });
        Self { address, heard }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }
}

pub(super) async fn read(stream: &mut BufReader<TcpStream>) -> Option<Heard> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok().filter(|&length| length > 0)?;
        if line.trim_end().is_empty() {
            break;
        }
        lines.push(line.trim_end().to_owned());
    }
    let mut first = lines[0].split(' ').map(str::to_owned);
    let (verb, path) = (first.next()?, first.next()?);
    let header = |line: &String| {
        let (name, value) = line.split_once(':').unwrap();
        (name.to_lowercase(), value.trim().to_owned())
    };
    let headers: Vec<_> = lines[1..].iter().map(header).collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length.map_or(0, |(_, length)| length.parse().unwrap())];
    stream.read_exact(&mut body).await.ok()?;
    Some(Heard { verb, path, headers, body: serde_json::from_slice(&body).unwrap_or_default() })
}

/// A whole answer of JSON, with more headers.
pub(crate) fn json(status: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    let rest = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n{headers}\r\n{body}");
    format!("HTTP/1.1 {status}\r\n{rest}").into_bytes()
}
