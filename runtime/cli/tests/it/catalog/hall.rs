//! A scripted server over HTTP: one thread, one connection after the other, and what each request carried.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::{Value, json};

/// What the server says about a call: its result, an HTTP status, or nothing, ever.
pub(super) enum Answer {
    Result(Value),
    /// Bytes in the place of a JSON result, as they are.
    Raw(String),
    Status(u16),
    /// A web page.
    Page(&'static str),
    Silence,
}

type Script = dyn Fn(&str, &Value) -> Answer + Send + Sync;

pub(super) struct Hall {
    address: SocketAddr,
    /// The heads of all requests, as they came.
    heads: Arc<Mutex<Vec<String>>>,
}

impl Hall {
    /// A server that answers by the script, which is given the method and the parameters.
    pub(super) fn open(script: impl Fn(&str, &Value) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let heads = Arc::new(Mutex::new(Vec::new()));
        let (script, kept): (Arc<Script>, _) = (Arc::new(script), Arc::clone(&heads));
        // It ends with the process.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (script, heads) = (Arc::clone(&script), Arc::clone(&kept));
                thread::spawn(move || converse(stream.unwrap(), &*script, &heads));
            }
        });
        Self { address, heads }
    }

    /// A server whose lists are these, each whole on one page. `tools` and so on are what a list's result holds.
    pub(super) fn offering(offer: Value) -> Self {
        Self::open(move |method, _| offered(method, &offer))
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp?key=qu3ry-s3cret", self.address)
    }

    pub(super) fn heads(&self) -> String {
        self.heads.lock().unwrap().join("\n")
    }
}

/// The answer of a server of 2025-11-25 with these lists.
pub(super) fn offered(method: &str, offer: &Value) -> Answer {
    let list = |key: &str| Answer::Result(json!({ key: offer.get(key).cloned().unwrap_or(json!([])) }));
    match method {
        "initialize" => {
            let result = json!({
                "protocolVersion": "2025-11-25",
                "capabilities": { "tools": {}, "prompts": {}, "resources": {} },
                "serverInfo": { "name": "hall", "version": "1" },
            });
            let mut result = result.as_object().unwrap().clone();
            let handshake = offer.get("handshake").and_then(Value::as_object).cloned().unwrap_or_default();
            result.extend(handshake);
            Answer::Result(result.into())
        }
        "tools/list" => list("tools"),
        "prompts/list" => list("prompts"),
        "resources/list" => list("resources"),
        "resources/templates/list" => list("resourceTemplates"),
        _ => Answer::Status(404),
    }
}

fn converse(stream: TcpStream, script: &Script, heads: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    while let Some((head, message)) = heard(&mut reader) {
        heads.lock().unwrap().push(head);
        let method = message["method"].as_str().unwrap_or_default();
        let answer = match (method, message.get("id")) {
            ("server/discover", Some(_)) => {
                let error = json!({ "code": -32601, "message": "there is no such method" });
                json!({ "jsonrpc": "2.0", "id": message["id"], "error": error }).to_string()
            }
            (_, None) => {
                let _ = stream.write_all(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
                continue;
            }
            (method, Some(id)) => match script(method, &message["params"]) {
                Answer::Result(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string(),
                Answer::Raw(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
                Answer::Status(status) => {
                    let _ = write!(stream, "HTTP/1.1 {status} No\r\ncontent-length: 0\r\n\r\n");
                    continue;
                }
                Answer::Page(page) => {
                    let length = page.len();
                    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8";
                    let _ = write!(stream, "{head}\r\ncontent-length: {length}\r\n\r\n{page}");
                    continue;
                }
                Answer::Silence => loop {
                    thread::park();
                },
            },
        };
        let length = answer.len();
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n");
        if stream.write_all((head + &answer).as_bytes()).is_err() {
            return;
        }
    }
}

/// The head of the next request, as it came, and the message in its body.
pub(super) fn heard(reader: &mut BufReader<TcpStream>) -> Option<(String, Value)> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        reader.read_line(&mut head).ok().filter(|&length| length > 0)?;
    }
    let length =
        head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).unwrap();
    Some((head, serde_json::from_slice(&body).unwrap_or_default()))
}
