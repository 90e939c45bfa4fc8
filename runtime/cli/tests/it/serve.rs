//! `serve`: the program itself, over its own streams and over TCP.
#![cfg(unix)]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::file;

const HANDBOOK: &str = "examples/handbook/handbook.yaml";

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayleave"));
    command.arg("serve").args(args).current_dir(file(""));
    command.env_remove("WAYLEAVE_LOG").env_remove("WAYLEAVE_PAGE_KEYS");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Server {
    fn new(args: &[&str]) -> Self {
        Self::of(&mut command(args))
    }

    fn of(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn write(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn call(&mut self, id: u64, method: &str, params: &Value) {
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
    }

    fn begin(&mut self) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        self.call(0, "initialize", &params);
        let answer = self.answer();
        self.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        answer["result"].clone()
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// What is left on both streams, and how the program ended.
    fn ended(mut self) -> (ExitStatus, String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.output.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap(), out, err)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Where a test failed, nothing is to be left behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_client_over_stdio_until_its_input_ends() {
    let mut server = Server::new(&[HANDBOOK]);
    let begun = server.begin();
    assert_eq!(begun["serverInfo"]["name"], "handbook");
    assert!(begun["instructions"].is_string());
    server.call(1, "resources/read", &json!({ "uri": "handbook://staff/page/leave" }));
    assert!(server.answer()["result"]["contents"][0]["text"].as_str().unwrap().starts_with("# "));
    let argument = json!({ "name": "slug", "value": "p" });
    let page = json!({ "type": "ref/resource", "uri": "handbook://staff/page/{slug}" });
    server.call(2, "completion/complete", &json!({ "ref": page, "argument": argument }));
    assert_eq!(server.answer()["result"]["completion"]["values"], json!(["pay", "pension"]));
    drop(server.input.take());
    let (status, out, err) = server.ended();
    assert_eq!((status.code(), &*out, &*err), (Some(0), "", ""));
}

#[test]
fn a_garbage_line_is_answered() {
    let mut server = Server::new(&[HANDBOOK]);
    server.begin();
    server.write("garbage");
    assert_eq!(server.answer()["error"]["code"], -32700);
    server.call(1, "ping", &json!({}));
    assert_eq!(server.answer()["id"], 1);
}

#[test]
fn signals_end_it() {
    for signal in ["TERM", "INT"] {
        for begun in [true, false] {
            let mut server = Server::new(&[HANDBOOK]);
            // An answer says that the program listens to signals.
            server.call(7, "ping", &json!({}));
            assert_eq!(server.answer()["id"], 7);
            if begun {
                server.begin();
            }
            // The input stays open.
            server.signal(signal);
            let (status, out, err) = server.ended();
            assert_eq!((status.code(), &*out, &*err), (Some(0), "", ""), "{signal}");
        }
    }
}

/// The standard input may be a file, and the output too.
#[test]
fn files_are_streams_as_well() {
    let folder = TempDir::new().unwrap();
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    let client = json!({ "name": "test", "version": "1" });
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let begin = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/list" });
    fs::write(&input, format!("{begin}\n{list}\n")).unwrap();
    let mut command = command(&[HANDBOOK]);
    command.stdin(fs::File::open(&input).unwrap()).stdout(fs::File::create(&output).unwrap());
    assert_eq!(command.status().unwrap().code(), Some(0));
    let out = fs::read_to_string(&output).unwrap();
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(out.contains("handbook://staff/welcome"));
}

/// The first line of stderr says where the server is.
fn address(server: &mut Server) -> (String, BufReader<std::process::ChildStderr>) {
    let mut err = BufReader::new(server.child.stderr.take().unwrap());
    let mut line = String::new();
    err.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("serving at http://").and_then(|rest| rest.strip_suffix("/mcp"));
    (address.unwrap_or_else(|| panic!("{line}")).to_owned(), err)
}

fn exchange(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn read(uri: &str) -> String {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": { "uri": uri } });
    let body = body.to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[test]
fn over_http_until_a_signal_comes() {
    let mut server = Server::new(&[HANDBOOK, "--http", "localhost:0", "--log", "debug"]);
    let (address, mut err) = address(&mut server);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let health = exchange(&address, "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assert!(health.starts_with("HTTP/1.1 200 OK\r\n") && health.ends_with("\r\n\r\nok\n"), "{health}");
    let welcome = exchange(&address, &read("handbook://staff/welcome"));
    assert!(welcome.starts_with("HTTP/1.1 200 OK\r\n") && welcome.contains("# Welcome aboard"), "{welcome}");
    let secret = exchange(&address, &read("handbook://staff/s3cret"));
    assert!(secret.contains("-32002"), "{secret}");
    server.signal("TERM");
    let mut log = String::new();
    err.read_to_string(&mut log).unwrap();
    let mut out = String::new();
    server.output.read_to_string(&mut out).unwrap();
    assert_eq!((server.child.wait().unwrap().code(), &*out), (Some(0), ""));
    // G18: the log has outcomes, and no URI of what was asked for.
    assert!(log.contains("outcome=\"complete\" items=1") && log.contains("outcome=\"refused\""), "{log}");
    assert!(!log.contains("s3cret") && !log.contains("handbook://") && !log.contains("Welcome"), "{log}");
}

#[test]
fn a_watched_manifest() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("site.yaml");
    let manifest = |text: &str| {
        format!(
            "wayleave: 1\nserver: {{ name: s, version: 1 }}\npolicy: open\nresources:\n  \
             - {{ name: a, uri: 'a://h/a', body: {{ text: {text} }} }}\n"
        )
    };
    fs::write(&path, manifest("one")).unwrap();
    let mut server = Server::new(&[path.to_str().unwrap(), "--http", "127.0.0.1:0", "--watch"]);
    let (address, mut err) = address(&mut server);
    let mut line = || {
        let mut line = String::new();
        err.read_line(&mut line).unwrap();
        line
    };
    assert!(exchange(&address, &read("a://h/a")).contains("one"));
    fs::write(&path, manifest("two")).unwrap();
    assert!(line().ends_with("site.yaml has changed, and is in force\n"));
    assert!(exchange(&address, &read("a://h/a")).contains("two"));
    fs::write(&path, manifest("three").replace("a://", "a//")).unwrap();
    assert!(line().starts_with("error[bad-uri]"));
    while !line().ends_with("what was in force before stays in force\n") {}
    assert!(exchange(&address, &read("a://h/a")).contains("two"));
}

#[test]
fn who_opens_it_to_others_is_warned() {
    for (more, warned) in [(&[][..], true), (&["--allow-host", "mcp.example.com"], false)] {
        let mut server = Server::new(&[&[HANDBOOK, "--http", "0.0.0.0:0"], more].concat());
        let (_, mut err) = address(&mut server);
        server.signal("TERM");
        let mut rest = String::new();
        err.read_to_string(&mut rest).unwrap();
        assert_eq!(rest.contains("warning: callers are anonymous"), warned, "{rest}");
    }
}

#[test]
fn an_address_in_use() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (status, out, err) = Server::new(&[HANDBOOK, "--http", &address]).ended();
    assert_eq!((status.code(), &*out), (Some(2), ""));
    assert!(err.starts_with(&format!("error: {address} cannot be listened on: ")), "{err}");
}

// G25
#[test]
fn page_keys_are_never_shown() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("keys");
    let key = "5e".repeat(32);
    let paged = folder.path().join("paged.yaml");
    let entry = |name: &str| format!("  - {{ name: {name}, uri: 'a://h/{name}', body: {{ text: t }} }}\n");
    let head =
        "wayleave: 1\nserver: { name: s, version: 1 }\npolicy: open\nlimits: { pageSize: 1 }\nresources:\n";
    fs::write(&paged, format!("{head}{}{}", entry("one"), entry("two"))).unwrap();
    let paged = paged.to_str().unwrap();
    fs::write(&path, format!("{key}\nnot-a-key-{key}\n")).unwrap();
    let path = path.to_str().unwrap();
    let (status, _, err) = Server::new(&[paged, "--page-keys", path]).ended();
    assert_eq!(status.code(), Some(2));
    assert!(
        err.starts_with(&format!("error: {path}: line 2 holds something that is no page key\n")),
        "{err}"
    );
    assert!(err.contains("openssl rand -hex 32") && !err.contains("5e5e"), "{err}");

    let from = |value: &str| Server::of(command(&[paged]).env("WAYLEAVE_PAGE_KEYS", value));
    let (status, _, err) = from("secret").ended();
    assert_eq!(status.code(), Some(2));
    assert!(err.starts_with("error: WAYLEAVE_PAGE_KEYS: line 1 ") && !err.contains("secret"), "{err}");

    // A walk begun in one process goes on in another with the same keys.
    let mut first = from(&key);
    first.begin();
    first.call(1, "resources/list", &json!({}));
    let cursor = first.answer()["result"]["nextCursor"].clone();
    assert!(cursor.is_string());
    let mut second = from(&format!("{},{key}", "0a".repeat(32)));
    let mut stranger = Server::new(&[paged]);
    for server in [&mut second, &mut stranger] {
        server.begin();
        server.call(1, "resources/list", &json!({ "cursor": cursor }));
    }
    assert_eq!(second.answer()["result"]["resources"][0]["name"], "two");
    assert_eq!(stranger.answer()["error"]["code"], -32602);
}

/// What the README says of serving is what happens.
#[test]
fn the_readme() {
    let readme = fs::read_to_string(file("README.md")).unwrap();
    let section = readme.split_once("\n## Serve it\n").unwrap().1.split_once("\n## ").unwrap().0;
    let arguments = |line: &str| {
        let line = line.strip_prefix("cargo run -p wayleave-cli -- serve ")?.replace(":8080", ":0");
        Some(line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    };
    let commands: Vec<Vec<String>> = section.lines().filter_map(arguments).collect();
    let [stdio, http] = &commands[..] else { panic!("{commands:?}") };

    let stdio: Vec<&str> = stdio.iter().map(String::as_str).collect();
    assert_eq!(Server::new(&stdio).begin()["serverInfo"]["name"], "handbook");

    let http: Vec<&str> = http.iter().map(String::as_str).collect();
    let mut server = Server::new(&http);
    let (address, _err) = address(&mut server);
    let requests: Vec<&str> = section.split("\ncurl ").skip(1).collect();
    assert_eq!(requests.len(), 2);
    for request in requests {
        let request = request.split_once("\n```").unwrap().0;
        let body = request.split_once("-d '").unwrap().1.split_once('\'').unwrap().0;
        let headers: String = request
            .split("-H '")
            .skip(1)
            .map(|rest| rest.split_once('\'').unwrap().0.to_owned() + "\r\n")
            .collect();
        let length = body.len();
        let head = format!("POST /mcp HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}");
        let answer = exchange(&address, &format!("{head}content-length: {length}\r\n\r\n{body}"));
        assert!(answer.contains("# Welcome aboard"), "{answer}");
    }
}
