//! A bare client: it writes lines of JSON and keeps every line that comes back as it came.

use std::collections::VecDeque;

use rmcp::{ServerHandler, ServiceExt};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

use super::{Revision, settle};

/// One line, and what it says.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) line: String,
    pub(crate) json: Value,
}

impl Message {
    /// The result; panics where it is an error.
    pub(crate) fn result(&self) -> &Value {
        assert!(self.json["error"].is_null(), "{}", self.line);
        &self.json["result"]
    }

    /// The error; panics where there is none.
    pub(crate) fn error(&self) -> &Value {
        assert!(self.json["error"].is_object(), "{}", self.line);
        &self.json["error"]
    }

    fn method(&self) -> Option<&str> {
        self.json["method"].as_str()
    }
}

pub(crate) struct Wire {
    revision: Revision,
    caller: Option<&'static str>,
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
    /// The beginning of a line.
    partial: Vec<u8>,
    /// What came while something else was waited for.
    set_aside: VecDeque<Message>,
    next_id: u64,
}

impl Wire {
    pub(crate) async fn connect(handler: impl ServerHandler, revision: Revision) -> Self {
        let (server, client) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            if let Ok(running) = handler.serve(server).await {
                let _ = running.waiting().await;
            }
        });
        let mut wire = Self::new(client, revision);
        if !revision.is_modern() {
            let answer = wire.request("initialize", wire.hello()).await;
            assert_eq!(answer.result()["protocolVersion"], revision.date());
            wire.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        }
        wire
    }

    /// A connection of an older revision to a server that was told to do without a handshake.
    pub(crate) fn without_handshake(handler: impl ServerHandler) -> Self {
        let (server, client) = tokio::io::duplex(1 << 16);
        let running = rmcp::service::serve_directly(handler, server, None);
        tokio::spawn(running.waiting());
        Self::new(client, Revision::June2025)
    }

    fn new(client: DuplexStream, revision: Revision) -> Self {
        let (read, write) = tokio::io::split(client);
        Self {
            revision,
            caller: None,
            read: BufReader::new(read),
            write,
            partial: Vec::new(),
            set_aside: VecDeque::new(),
            next_id: 1,
        }
    }

    /// The parameters of a handshake.
    pub(crate) fn hello(&self) -> Value {
        json!({
            "protocolVersion": self.revision.date(),
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "0" },
        })
    }

    /// The requests from now on are another caller's.
    pub(crate) fn caller(&mut self, caller: &'static str) -> &mut Self {
        self.caller = Some(caller);
        self
    }

    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Message {
        let id = self.begin(method, params).await;
        self.answer(id).await
    }

    /// Sends a request and waits for nothing.
    pub(crate) async fn begin(&mut self, method: &str, mut params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let object = params.as_object_mut().unwrap();
        let meta = object.entry("_meta").or_insert_with(|| json!({})).as_object_mut().unwrap();
        self.sign(meta);
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        id
    }

    fn sign(&self, meta: &mut Map<String, Value>) {
        if self.revision.is_modern() {
            meta.insert("io.modelcontextprotocol/protocolVersion".into(), self.revision.date().into());
            meta.insert("io.modelcontextprotocol/clientCapabilities".into(), json!({}));
        }
        if let Some(caller) = self.caller {
            meta.insert("caller".into(), caller.into());
        }
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// The answer to a request.
    pub(crate) async fn answer(&mut self, id: u64) -> Message {
        loop {
            let message = self.receive().await;
            if message.json["id"] == id && message.method().is_none() {
                return message;
            }
            self.set_aside.push_back(message);
        }
    }

    /// The methods and parameters of the notifications that have come, once everything is at rest. Whatever else has
    /// come is a failure.
    pub(crate) async fn notifications(&mut self) -> Vec<(String, Value)> {
        settle().await;
        while let Some(message) = self.poll().await {
            self.set_aside.push_back(message);
        }
        self.heard()
    }

    /// The notifications that came before the last answer.
    pub(crate) fn heard(&mut self) -> Vec<(String, Value)> {
        let come = self.set_aside.drain(..);
        come.map(|message| {
            (message.method().expect("a notification").to_owned(), message.json["params"].clone())
        })
        .collect()
    }

    /// The next line, if one has come already.
    async fn poll(&mut self) -> Option<Message> {
        tokio::select! {
            biased;
            message = self.receive() => Some(message),
            () = std::future::ready(()) => None,
        }
    }

    async fn receive(&mut self) -> Message {
        // Where this is dropped half way, the next call goes on.
        self.read.read_until(b'\n', &mut self.partial).await.unwrap();
        assert_eq!(self.partial.pop(), Some(b'\n'), "the server has hung up");
        let line = String::from_utf8(std::mem::take(&mut self.partial)).unwrap();
        Message { json: serde_json::from_str(&line).unwrap(), line }
    }

    async fn send(&mut self, message: Value) {
        let mut line = serde_json::to_vec(&message).unwrap();
        line.push(b'\n');
        self.write.write_all(&line).await.unwrap();
    }
}
