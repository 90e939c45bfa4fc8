//! Who asks over HTTP: from the request's parts, which hold what a layer in front has found out.

use http::{Request, request::Parts};
use hyper::{body::Incoming, server::conn::http1, service::Service, service::service_fn};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use rmcp::{
    RoleServer, ServerHandler,
    service::RequestContext,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use wayleave::prelude::*;
use wayleave_rmcp::{LiveGateway, resource_handler};

use crate::harness::Revision;

/// Whom the layer has let in.
#[derive(Clone)]
struct Guest(&'static str);

/// What the parts say of the one who asks.
struct Caller {
    guest: Option<&'static str>,
    language: Option<String>,
}

impl Caller {
    fn of(context: &RequestContext<RoleServer>) -> Self {
        // Nothing of the request's extensions lies beside the parts.
        assert!(context.extensions.get::<Guest>().is_none());
        let parts = context.extensions.get::<Parts>();
        let guest = parts.and_then(|parts| parts.extensions.get::<Guest>()).map(|guest| guest.0);
        let language = parts.and_then(|parts| parts.headers.get("accept-language"));
        Self { guest, language: language.and_then(|value| value.to_str().ok()).map(Into::into) }
    }
}

struct Door;

#[resources(caller = Caller)]
impl Door {
    #[resource(uri = "door://you")]
    async fn you(&self, caller: &Caller) -> String {
        format!("{:?} in {:?}", caller.guest, caller.language)
    }
}

#[derive(Clone)]
struct Server {
    gateway: LiveGateway<Caller>,
}

#[resource_handler(gateway = self.gateway, caller = Caller::of)]
impl ServerHandler for Server {}

/// Answers one connection, behind a layer that knows Ann by her key.
async fn serve(listener: TcpListener) {
    let gateway = Gateway::builder(OpenPolicy::new()).resources(Door).build().unwrap();
    let server = Server { gateway: LiveGateway::new(gateway) };
    let config =
        StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let make = move || Ok(server.clone());
    let service = TowerToHyperService::new(StreamableHttpService::<_, NeverSessionManager>::new(
        make,
        Default::default(),
        config,
    ));
    let layer = service_fn(move |mut request: Request<Incoming>| {
        if request.headers().get("authorization").is_some_and(|key| key == "Bearer ann-s") {
            request.extensions_mut().insert(Guest("Ann"));
        }
        service.call(request)
    });
    let (stream, _) = listener.accept().await.unwrap();
    http1::Builder::new().serve_connection(TokioIo::new(stream), layer).await.unwrap();
}

/// What is read by a request with these headers.
async fn read(revision: Revision, headers: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener));
    let mut params = json!({ "uri": "door://you" });
    if revision.is_modern() {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": revision.date(),
            "io.modelcontextprotocol/clientInfo": { "name": "Bob", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params }).to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nAccept: application/json, text/event-stream\r\nContent-Type: \
         application/json\r\nMCP-Protocol-Version: {}\r\nMcp-Method: resources/read\r\nMcp-Name: door://you\r\n\
         {headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        revision.date(),
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 "), "{answer}");
    let message: Value = serde_json::from_str(body).unwrap();
    message["result"]["contents"][0]["text"].as_str().unwrap().into()
}

#[tokio::test]
async fn a_caller_is_made_of_a_layer_s_word_and_of_headers() {
    for revision in Revision::ALL {
        let ann = read(revision, "Authorization: Bearer ann-s\r\nAccept-Language: cy\r\n").await;
        assert_eq!(ann, r#"Some("Ann") in Some("cy")"#);
        assert_eq!(read(revision, "Authorization: Bearer bob-s\r\n").await, "None in None");
    }
}
