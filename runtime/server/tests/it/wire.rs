//! The least that speaks HTTP/1.1, so that nothing is mended on the way.

use std::{net::SocketAddr, time::Duration};

use rmcp::ServerHandler;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    task::JoinHandle,
    time::timeout,
};
use wayleave_server::{HttpServer, ServeError, Shutdown};

pub(crate) const MODERN: &str = "2026-07-28";

/// A server that runs.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) shutdown: Shutdown,
    server: JoinHandle<Result<(), ServeError>>,
}

impl Running {
    pub(crate) fn new<H: ServerHandler + Send + 'static>(server: HttpServer<H>, shutdown: Shutdown) -> Self {
        let address = server.address();
        Self { address, shutdown, server: tokio::spawn(server.run()) }
    }

    pub(crate) async fn connect(&self) -> Connection {
        Connection(BufReader::new(TcpStream::connect(self.address).await.unwrap()))
    }

    /// One request on a connection of its own.
    pub(crate) async fn send(&self, request: Request) -> Answer {
        self.connect().await.send(&request.at(self.address)).await
    }

    /// How the server ended: well before its grace is over.
    pub(crate) async fn ended(self) -> Result<(), ServeError> {
        timeout(Duration::from_secs(15), self.server).await.expect("the server ends").unwrap()
    }
}

/// A request in the making.
pub(crate) struct Request {
    method: &'static str,
    path: &'static str,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    pub(crate) fn get(path: &'static str) -> Self {
        Self { method: "GET", path, headers: Vec::new(), body: Vec::new() }
    }

    /// Without any header that the protocol asks for.
    pub(crate) fn bare(body: impl Into<Vec<u8>>) -> Self {
        Self { method: "POST", path: "/mcp", headers: Vec::new(), body: body.into() }
    }

    pub(crate) fn post(body: impl Into<Vec<u8>>) -> Self {
        Self::bare(body)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
    }

    /// A call of an older revision.
    pub(crate) fn call(version: &str, method: &str, params: Value) -> Self {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        Self::post(body.to_string()).header("mcp-protocol-version", version)
    }

    /// A call of the newest revision, with all that it asks for.
    pub(crate) fn modern(method: &str, mut params: Value) -> Self {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let name = params["uri"].as_str().map(str::to_owned);
        let request = Self::call(MODERN, method, params).header("mcp-method", method);
        match name {
            Some(name) => request.header("mcp-name", &name),
            None => request,
        }
    }

    pub(crate) fn read(uri: &str) -> Self {
        Self::modern("resources/read", json!({ "uri": uri }))
    }

    pub(crate) fn method(mut self, method: &'static str) -> Self {
        self.method = method;
        self
    }

    pub(crate) fn path(mut self, path: &'static str) -> Self {
        self.path = path;
        self
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The bytes, with the host of `address` where none is named.
    pub(crate) fn at(&self, address: SocketAddr) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        if !self.headers.iter().any(|(name, _)| name == "host") {
            head.push_str(&format!("host: {address}\r\n"));
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if self.method != "GET" {
            head.push_str(&format!("content-length: {}\r\n", self.body.len()));
        }
        head.push_str("\r\n");
        [head.as_bytes(), &self.body].concat()
    }
}

/// A connection.
pub(crate) struct Connection(pub(crate) BufReader<TcpStream>);

impl Connection {
    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.unwrap();
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> Answer {
        self.write(bytes).await;
        self.answer().await
    }

    /// The head of an answer; what follows is still to be read.
    pub(crate) async fn head(&mut self) -> Answer {
        let line = self.line().await;
        let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("no answer: {line:?}"));
        let mut answer = Answer { status: status.parse().unwrap(), headers: Vec::new(), body: Vec::new() };
        loop {
            let line = self.line().await;
            match line.split_once(": ") {
                Some((name, value)) => answer.headers.push((name.to_owned(), value.to_owned())),
                None => return answer,
            }
        }
    }

    pub(crate) async fn answer(&mut self) -> Answer {
        let mut answer = self.head().await;
        match answer.header("content-length") {
            Some(length) => {
                answer.body = vec![0; length.parse().unwrap()];
                self.0.read_exact(&mut answer.body).await.unwrap();
            }
            None if answer.header("transfer-encoding") == Some("chunked") => {
                while let Some(chunk) = self.chunk().await {
                    answer.body.extend(chunk);
                }
            }
            None => {}
        }
        answer
    }

    /// The next chunk of a chunked answer.
    pub(crate) async fn chunk(&mut self) -> Option<Vec<u8>> {
        let length = usize::from_str_radix(&self.line().await, 16).unwrap();
        let mut chunk = vec![0; length];
        self.0.read_exact(&mut chunk).await.unwrap();
        assert_eq!(self.line().await, "");
        (length > 0).then_some(chunk)
    }

    /// Whether the server has closed it, with nothing more said.
    pub(crate) async fn is_closed(&mut self) -> bool {
        matches!(self.0.read(&mut [0]).await, Ok(0) | Err(_))
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).await.unwrap();
        line.trim_end().to_owned()
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| &**value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn result(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        let json = self.json();
        assert_eq!(json["id"], 1);
        assert!(json["result"].is_object(), "{json}");
        json["result"].clone()
    }
}
