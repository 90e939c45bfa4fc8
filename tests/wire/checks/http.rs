//! Requests byte by byte, so that a test can send what no client would.

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::{Value, json};

/// Every revision that the server speaks.
pub(crate) const REVISIONS: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];

/// The first revision in which each request says who asks and what it speaks.
const STATELESS: &str = "2026-07-28";

/// One request, as it will stand on the wire.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
}

impl Post {
    /// A request of a method, in the way of `revision`.
    pub(crate) fn new(revision: &str, id: u64, method: &str, mut params: Value) -> Self {
        let mut headers = vec![
            ("Content-Type", "application/json".to_owned()),
            ("Accept", "application/json, text/event-stream".to_owned()),
            ("MCP-Protocol-Version", revision.to_owned()),
        ];
        if revision >= STATELESS {
            headers.push(("Mcp-Method", method.to_owned()));
            if let Some(name) = ["uri", "name"].iter().find_map(|key| params[key].as_str()) {
                headers.push(("Mcp-Name", name.to_owned()));
            }
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": revision,
                "io.modelcontextprotocol/clientInfo": { "name": "anna", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        Self { headers, body: body.to_string().into_bytes() }
    }

    /// A read.
    pub(crate) fn read(revision: &str, id: u64, uri: &str) -> Self {
        Self::new(revision, id, "resources/read", json!({ "uri": uri }))
    }

    /// The same with a header set anew.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.retain(|(other, _)| *other != name);
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Sends the request on a connection of its own, which the caller then has.
    pub(crate) fn send(&self, address: SocketAddr) -> TcpStream {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        let mut head = String::from("POST /mcp HTTP/1.1\r\nConnection: close\r\n");
        if !self.headers.iter().any(|(name, _)| *name == "Host") {
            head.push_str(&format!("Host: {address}\r\n"));
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("Content-Length: {}\r\n\r\n", self.body.len()));
        stream.write_all(head.as_bytes()).expect("the head is sent");
        // A server may answer and hang up before it has all of a body that is too long.
        let _ = stream.write_all(&self.body);
        stream
    }

    /// Sends the request and waits for the answer.
    pub(crate) fn answer(&self, address: SocketAddr) -> Answer {
        Answer::of(self.send(address)).expect("an answer")
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Reads a connection to its end.
    pub(crate) fn of(mut stream: TcpStream) -> io::Result<Self> {
        let mut bytes = Vec::new();
        let end = stream.read_to_end(&mut bytes);
        let answer = Self::parse(&bytes);
        // A connection that was reset after a whole answer has given its answer.
        answer.map_or_else(|| Err(end.err().unwrap_or_else(|| io::ErrorKind::InvalidData.into())), Ok)
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = std::str::from_utf8(bytes.get(..end)?).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let body = bytes.get(end + 4..)?;
        let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let body = if chunked { joined(body)? } else { body.to_vec() };
        Some(Self { status, headers, body })
    }

    /// The JSON-RPC message: the body, or the last event of a stream.
    pub(crate) fn message(&self) -> Value {
        let text = std::str::from_utf8(&self.body).expect("text");
        let event =
            text.lines().filter_map(|line| line.strip_prefix("data:")).rfind(|data| !data.trim().is_empty());
        serde_json::from_str(event.unwrap_or(text)).unwrap_or_else(|error| panic!("{error} in {text:?}"))
    }

    pub(crate) fn result(&self) -> Value {
        let message = self.message();
        assert_eq!(message.get("error"), None, "{message}");
        message["result"].clone()
    }

    pub(crate) fn error_code(&self) -> Option<i64> {
        self.message()["error"]["code"].as_i64()
    }

    /// The text of a read's first item.
    pub(crate) fn text(&self) -> String {
        self.result()["contents"][0]["text"].as_str().expect("a text").to_owned()
    }
}

/// A chunked body in one piece.
fn joined(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|window| window == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(rest.get(..end)?).ok()?, 16).ok()?;
        if length == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(end + 2..end + 2 + length)?);
        rest = rest.get(end + 4 + length..)?;
    }
}
