//! A server over HTTP+SSE of 2024-11-05, which answers on one stream that is held open.

use std::{
    io::{BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    process::{Command, Output},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::{Value, json};

use super::{Answer, Hall, hall::heard, offer, offered, snapshot};

struct Held {
    address: SocketAddr,
    /// The heads of all requests, as they came.
    heads: Arc<Mutex<Vec<String>>>,
}

impl Held {
    /// A server with the usual offer, which wants messages at this place.
    fn open(place: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (heads, stream) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(None)));
        let kept = Arc::clone(&heads);
        // It ends with the process.
        thread::spawn(move || {
            for connection in listener.incoming() {
                let (heads, stream) = (Arc::clone(&kept), Arc::clone(&stream));
                thread::spawn(move || converse(&connection.unwrap(), place, &heads, &stream));
            }
        });
        Self { address, heads }
    }

    fn ask(&self) -> Output {
        Command::new(env!("CARGO_BIN_EXE_wayleave"))
            .args(["catalog", "snapshot", "--binding", "wiki", "--bearer-env", "TOKEN", "--verbose", "--url"])
            .arg(format!("http://{}/sse?key=qu3ry-s3cret", self.address))
            .env("TOKEN", "t0ken-s3cret")
            .output()
            .unwrap()
    }
}

fn converse(
    connection: &TcpStream,
    place: &str,
    heads: &Mutex<Vec<String>>,
    stream: &Mutex<Option<TcpStream>>,
) {
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let mut connection = connection;
    while let Some((head, message)) = heard(&mut reader) {
        let line = head.lines().next().unwrap_or_default().to_owned();
        heads.lock().unwrap().push(head);
        if line.starts_with("GET /sse") {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
            *stream.lock().unwrap() = Some(connection.try_clone().unwrap());
            write!(connection, "{head}event: endpoint\ndata: {place}\n\n").unwrap();
        } else if line.starts_with("POST /messages") {
            connection.write_all(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n").unwrap();
            let method = message["method"].as_str().unwrap_or_default();
            if let (Some(id), Answer::Result(result)) = (message.get("id"), offered(method, &offer())) {
                let answer: Value = json!({ "jsonrpc": "2.0", "id": id, "result": result });
                let mut stream = stream.lock().unwrap();
                write!(stream.as_mut().unwrap(), "event: message\ndata: {answer}\n\n").unwrap();
            }
        } else {
            connection.write_all(b"HTTP/1.1 405 No\r\ncontent-length: 0\r\n\r\n").unwrap();
        }
    }
}

fn shown(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// C2, C12: the transport is not what is pinned.
#[test]
fn a_server_of_2024_has_the_lock_that_it_has_over_streamable_http() {
    let held = Held::open("/messages?session=1");
    let output = held.ask();
    assert_eq!((output.status.code(), &*shown(&output)), (Some(0), ""));
    let streamable = snapshot(&Hall::offering(offer()), &[]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), streamable.text());
    let heads = held.heads.lock().unwrap();
    assert!(heads.iter().any(|head| head.starts_with("POST /messages?session=1 ")));
    for head in &*heads {
        assert!(head.to_lowercase().contains("authorization: bearer t0ken-s3cret"), "{head}");
    }
}

#[test]
fn a_server_that_wants_messages_elsewhere_is_refused() {
    let held = Held::open("http://wayleave.invalid/messages");
    let output = held.ask();
    let said = shown(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("the server wants messages at another origin"), "{said}");
    assert!(!said.contains("s3cret") && !said.contains("invalid"), "{said}");
    assert!(output.stdout.is_empty());
}
