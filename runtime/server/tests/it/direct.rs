//! Reads on the short way are answered as on the SDK's, byte for byte.

use std::fmt::Write as _;

use http::request::Parts;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents,
        ResourceUpdatedNotificationParam,
    },
    service::RequestContext,
};
use serde_json::{Value, json};
use wayleave_server::{HttpOptions, Server, Shutdown};

use crate::{
    served,
    slow::{SLOW, Slow},
    wire::{MODERN, Request, Running},
};

const OLD: [&str; 2] = ["2025-06-18", "2025-11-25"];

/// A server on the SDK's way, and one on the short way.
async fn both<H: ServerHandler + Send + 'static>(
    make: impl Fn() -> H + Clone + Send + Sync + 'static,
) -> [Running; 2] {
    let (long, short) = (Server::with(make.clone()), Server::with(make).quiet_reads());
    [bound(long).await, bound(short).await]
}

async fn bound<H: ServerHandler + Send + 'static>(server: Server<H>) -> Running {
    let shutdown = Shutdown::new();
    let server = server.shutdown(&shutdown).bind("127.0.0.1:0".parse().unwrap(), HttpOptions::new());
    Running::new(server.await.unwrap(), shutdown)
}

/// A request that is made of its parts, so that each can be another.
#[derive(Clone)]
struct Parted {
    headers: Vec<(String, String)>,
    body: String,
}

impl Parted {
    /// As every client sends it.
    fn plain(version: &str, uri: &str) -> Self {
        let mut params = json!({ "uri": uri });
        let mut headers = vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("accept".to_owned(), "application/json, text/event-stream".to_owned()),
            ("mcp-protocol-version".to_owned(), version.to_owned()),
        ];
        if version == MODERN {
            headers.push(("mcp-method".to_owned(), "resources/read".to_owned()));
            headers.push(("mcp-name".to_owned(), uri.to_owned()));
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params });
        Self { headers, body: body.to_string() }
    }

    fn without(&self, name: &str) -> Self {
        let mut other = self.clone();
        other.headers.retain(|(own, _)| own != name);
        other
    }

    fn and(&self, name: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.headers.push((name.to_owned(), value.to_owned()));
        other
    }

    fn with(&self, name: &str, value: &str) -> Self {
        self.without(name).and(name, value)
    }

    fn changed(&self, change: impl FnOnce(&mut Value)) -> Self {
        let mut body = serde_json::from_str(&self.body).unwrap();
        change(&mut body);
        Self { headers: self.headers.clone(), body: body.to_string() }
    }

    fn replaced(&self, from: &str, to: &str) -> Self {
        assert!(self.body.contains(from), "{from}");
        Self { headers: self.headers.clone(), body: self.body.replace(from, to) }
    }

    async fn sent(&self, server: &Running) -> String {
        let request = Request::bare(self.body.clone());
        let request = self.headers.iter().fold(request, |request, (name, value)| request.header(name, value));
        let answer = server.send(request).await;
        let mut text = format!("{}\n", answer.status);
        for (name, value) in answer.headers().iter().filter(|(name, _)| name != "date") {
            writeln!(text, "{name}: {value}").unwrap();
        }
        text + answer.text()
    }
}

/// Requests that are plain, and requests that are nearly so.
fn requests(version: &str) -> Vec<Parted> {
    let long = format!("hall://h/{}", "a".repeat(4000));
    let uris = [
        "hall://h/welcome",
        "hall://h/greet/Ann",
        "hall://h/greet/%C3%A4",
        "hall://h/missing",
        "HALL://h/welcome",
        "no uri",
        "",
        "hall://h/%zz",
        &long,
    ];
    let mut requests: Vec<_> = uris.iter().map(|uri| Parted::plain(version, uri)).collect();
    let plain = Parted::plain(version, "hall://h/welcome");
    for (name, values) in [
        (
            "content-type",
            ["application/json; charset=utf-8", "Application/JSON", "text/plain", ""].as_slice(),
        ),
        (
            "accept",
            &[
                "application/json",
                "*/*",
                "text/event-stream, application/json",
                "application/json;q=0, text/event-stream",
            ],
        ),
        ("mcp-protocol-version", &["2025-06-18", "2025-11-25", "2026-07-28", "2024-11-05", "1999-01-01", ""]),
        ("mcp-method", &["resources/list", "Resources/Read", ""]),
        ("mcp-name", &["hall://h/rules", "HALL://h/welcome", "=?base64?aGFsbDovL2gvd2VsY29tZQ==?=", ""]),
        ("mcp-session-id", &["1"]),
        ("mcp-param-uri", &["hall://h/rules"]),
        ("last-event-id", &["1"]),
    ] {
        requests.push(plain.without(name));
        for value in values {
            requests.extend([plain.with(name, value), plain.and(name, value)]);
        }
    }
    for id in [json!("one"), json!(-1), json!(1.5), json!(null), json!([]), json!(u64::MAX), json!("")] {
        requests.push(plain.changed(|body| body["id"] = id));
    }
    for (pointer, value) in [
        ("/jsonrpc", json!("1.0")),
        ("/jsonrpc", json!(2)),
        ("/method", json!("resources/unread")),
        ("/method", json!(1)),
        ("/params", json!(null)),
        ("/params", json!([])),
        ("/params/uri", json!(null)),
        ("/params/uri", json!(["hall://h/welcome"])),
    ] {
        requests.push(plain.changed(|body| *body.pointer_mut(pointer).unwrap() = value));
    }
    let metas = [
        json!(null),
        json!(1),
        json!({}),
        json!({ "progressToken": 1 }),
        json!({ "com.example/other": { "a": [1, 2] } }),
        json!({ "io.modelcontextprotocol/protocolVersion": version }),
        json!({ "io.modelcontextprotocol/protocolVersion": "2025-11-25", "io.modelcontextprotocol/clientCapabilities": {} }),
        json!({ "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": 1 }),
        json!({ "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {} }),
        json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
            "progressToken": "p",
        }),
    ];
    requests.extend(metas.into_iter().map(|meta| plain.changed(|body| body["params"]["_meta"] = meta)));
    for (pointer, name) in
        [("", "extra"), ("/params", "extra"), ("/params", "requestState"), ("/params", "cursor")]
    {
        requests.push(plain.changed(|body| body.pointer_mut(pointer).unwrap()[name] = json!("x")));
    }
    for (from, to) in [
        ("resources/read", "resources\\/read"),
        ("hall://h/welcome", "hall:\\/\\/h\\/welcome"),
        (r#""id":1"#, r#""id":1,"id":2"#),
        (r#""uri":"#, r#""uri":"hall://h/rules","uri":"#),
        (r#"{"jsonrpc""#, r#" {"jsonrpc""#),
        (r#"{"jsonrpc""#, r#"[{"jsonrpc""#),
        (r#"{"jsonrpc""#, "\u{feff}{\"jsonrpc\""),
        (r#""jsonrpc":"2.0","#, ""),
        (r#""id":1,"#, ""),
    ] {
        requests.push(plain.replaced(from, to));
    }
    requests.push(Parted { body: format!("{} x", plain.body), ..plain.clone() });
    requests.push(Parted { body: String::new(), ..plain });
    requests
}

// G9, G15, U1
#[tokio::test]
async fn both_ways_answer_alike() {
    let manifest = served();
    let [long, short] = both(move || manifest.handler()).await;
    let (mut asked, mut read) = (0, 0);
    for version in OLD.into_iter().chain([MODERN]) {
        for request in requests(version) {
            let (one, other) = (request.sent(&long).await, request.sent(&short).await);
            assert_eq!(one, other, "{:?}\n{}", request.headers, request.body);
            asked += 1;
            read += usize::from(one.contains("Welcome."));
        }
    }
    assert!(asked > 200 && read > 30, "{asked} {read}");
}

/// Answers with what it was told of the request.
#[derive(Clone)]
struct Telling;

impl ServerHandler for Telling {
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri == "x://refused" {
            return Err(ErrorData::new(rmcp::model::ErrorCode(-32099), "refused", Some(json!(1))));
        }
        let parts = context.extensions.get::<Parts>().unwrap();
        let mut headers: Vec<_> = parts.headers.iter().filter(|(name, _)| *name != "host").collect();
        headers.sort_by_key(|(name, _)| name.as_str());
        let told = format!(
            "{:?} {:?} {:?} {headers:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            request,
            parts.method,
            parts.uri,
            context.id,
            context.meta,
            context.protocol_version(),
            context.client_info(),
            context.client_capabilities(),
            context.peer.peer_info(),
        );
        Ok(ReadResourceResult::new(vec![ResourceContents::text(told, request.uri)]).into())
    }
}

#[tokio::test]
async fn both_ways_tell_the_handler_alike() {
    let [long, short] = both(|| Telling).await;
    for version in OLD.into_iter().chain([MODERN]) {
        for uri in ["x://a", "x://refused"] {
            let request = Parted::plain(version, uri).and("x-user", "ann");
            let (one, other) = (request.sent(&long).await, request.sent(&short).await);
            assert_eq!(one, other);
            assert!(one.contains(if uri == "x://a" { "x-user" } else { "refused" }), "{one}");
        }
    }
}

/// Has no resources.
#[derive(Clone)]
struct Nothing;

impl ServerHandler for Nothing {}

#[tokio::test]
async fn both_ways_refuse_alike_what_there_is_not() {
    let [long, short] = both(|| Nothing).await;
    for version in OLD.into_iter().chain([MODERN]) {
        let request = Parted::plain(version, "x://a");
        let (one, other) = (request.sent(&long).await, request.sent(&short).await);
        assert_eq!(one, other);
        assert!(one.contains("-32601"), "{one}");
    }
}

/// Says something before it answers, which handlers of quiet reads must not.
#[derive(Clone)]
struct Loud;

impl ServerHandler for Loud {
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let changed = ResourceUpdatedNotificationParam::new("x://other");
        context.peer.notify_resource_updated(changed).await.unwrap();
        Ok(ReadResourceResult::new(vec![ResourceContents::text("said", request.uri)]).into())
    }
}

#[tokio::test]
async fn plain_reads_take_the_short_way_and_no_others() {
    let [long, short] = both(|| Loud).await;
    let is_stream = |answer: &str| answer.contains("text/event-stream");
    for version in OLD.into_iter().chain([MODERN]) {
        let plain = Parted::plain(version, "x://a");
        assert!(is_stream(&plain.sent(&long).await), "{version}");
        assert!(!is_stream(&plain.sent(&short).await), "{version}");
        let same = plain.with("content-type", "application/json; charset=utf-8").and("x-user", "ann");
        assert!(!is_stream(&same.sent(&short).await), "{version}");
        let others = [
            plain.changed(|body| body["params"]["_meta"]["progressToken"] = json!(1)),
            plain.changed(|body| body["params"]["requestState"] = json!("x")),
            plain.with("accept", "application/json, text/event-stream;q=0.5"),
        ];
        for other in others {
            assert!(is_stream(&other.sent(&short).await), "{version} {}", other.body);
        }
    }
}

// G3
#[tokio::test]
async fn a_client_that_goes_ends_its_read_on_both_ways() {
    let slow = Slow::default();
    let handlers = slow.clone();
    for server in both(move || handlers.handler()).await {
        let mut connection = server.connect().await;
        connection.write(&Request::read(SLOW).at(server.address)).await;
        slow.begun.notified().await;
        drop(connection);
        slow.dropped.notified().await;
    }
}
