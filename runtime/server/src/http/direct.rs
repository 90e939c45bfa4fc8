//! A short way for reads: the handler is asked at once, and what it answers is the answer.
//!
//! The SDK makes of each request a service with tasks and channels of its own, which lets a handler send more than its
//! answer and costs several times what a small read does. Where a handler sends nothing else, a read that is plainly
//! what it says it is need not go that way. Whatever is out of the ordinary does, and is refused there if it is wrong:
//! nothing is refused here, and both ways answer byte for byte alike.

use std::{convert::Infallible, future, sync::Arc};

use http::{HeaderMap, HeaderName, StatusCode, header::ACCEPT, request::Parts};
use rmcp::{
    RoleServer, ServerHandler, Service,
    model::{
        ClientCapabilities, ClientJsonRpcMessage, ClientRequest, ErrorCode, Implementation,
        InitializeRequestParams, ProtocolVersion, ReadResourceRequest, ReadResourceRequestParams, RequestId,
        RequestMetaObject, ServerJsonRpcMessage,
    },
    service::{RequestContext, RunningService, serve_directly},
    transport::Transport,
};
use serde::Deserialize;

use super::{
    Answer,
    answer::{is_json, json},
    guard::only,
};

const METHOD: &str = "resources/read";
/// The revisions whose requests may go this way.
const REVISIONS: [ProtocolVersion; 3] =
    [ProtocolVersion::V_2025_06_18, ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28];

/// The short way to handlers that send nothing but their answers.
pub(super) struct Direct<H> {
    make: Arc<dyn Fn() -> H + Send + Sync>,
    /// For each revision, a client to which nothing gets through: a handler's context has to have one.
    clients: [RunningService<RoleServer, Nobody>; 3],
}

/// A read that is plainly one.
pub(super) struct Plain {
    id: RequestId,
    uri: String,
    meta: Option<RequestMetaObject>,
    /// Its place among the revisions.
    revision: usize,
}

impl<H: ServerHandler> Direct<H> {
    /// Must be called in a tokio run time.
    pub(super) fn new(make: Arc<dyn Fn() -> H + Send + Sync>) -> Self {
        let clients = REVISIONS.map(|revision| {
            let client =
                InitializeRequestParams::new(ClientCapabilities::default(), Implementation::default());
            serve_directly(Nobody, Silence, Some(client.with_protocol_version(revision)))
        });
        Self { make, clients }
    }

    /// The answer to a plain read.
    pub(super) async fn answer(&self, plain: Plain, parts: Parts) -> Option<Answer> {
        let Plain { id, uri, meta, revision } = plain;
        let mut context = RequestContext::new(id.clone(), self.clients.get(revision)?.peer().clone());
        context.meta = meta.unwrap_or_default();
        context.extensions.insert(parts);
        let read = ReadResourceRequest::new(ReadResourceRequestParams::new(uri));
        let answer = (self.make)().handle_request(ClientRequest::ReadResourceRequest(read), context).await;
        let status = answer.as_ref().err().map_or(StatusCode::OK, |error| status(error.code, revision));
        let message = match answer {
            Ok(result) => ServerJsonRpcMessage::response(result, id),
            Err(error) => ServerJsonRpcMessage::error(error, Some(id)),
        };
        json(status, &message)
    }
}

/// The SDK's status for an error: before 2026-07-28 every answer is a success.
fn status(code: ErrorCode, revision: usize) -> StatusCode {
    match code {
        _ if !is_modern(revision) => StatusCode::OK,
        ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::HEADER_MISMATCH => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

fn is_modern(revision: usize) -> bool {
    REVISIONS.get(revision) == Some(&ProtocolVersion::V_2026_07_28)
}

impl Plain {
    /// The read, if the request is one and is as every client sends it.
    pub(super) fn of(headers: &HeaderMap, body: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Message<'a> {
            jsonrpc: &'a str,
            id: RequestId,
            method: &'a str,
            params: Params,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Params {
            uri: String,
            #[serde(rename = "_meta")]
            meta: Option<RequestMetaObject>,
        }
        let written = |name: HeaderName| only(headers, &name)?.to_str().ok();
        let version = written(HeaderName::from_static("mcp-protocol-version"))?;
        let revision = REVISIONS.iter().position(|revision| revision.as_str() == version)?;
        if !is_json(headers) || !takes_both(written(ACCEPT)?) || headers.contains_key("mcp-session-id") {
            return None;
        }
        let Message { jsonrpc, id, method, params: Params { uri, meta } } =
            serde_json::from_slice(body).ok()?;
        let sound = jsonrpc == "2.0" && method == METHOD;
        let named = match &meta {
            _ if !is_modern(revision) => meta.is_none(),
            None => false,
            Some(meta) => {
                meta.protocol_version().is_some_and(|own| own.as_str() == version)
                    && meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
                    && meta.get_progress_token().is_none()
                    && written(HeaderName::from_static("mcp-method")) == Some(METHOD)
                    && written(HeaderName::from_static("mcp-name")) == Some(&uri)
            }
        };
        (sound && named).then_some(Self { id, uri, meta, revision })
    }
}

/// Whether the client takes an answer and a stream, and says no more of either.
fn takes_both(accept: &str) -> bool {
    let takes = |kind: &str| accept.split(',').any(|own| own.trim().eq_ignore_ascii_case(kind));
    takes("application/json") && takes("text/event-stream")
}

/// Nobody asks this one.
struct Nobody;

impl ServerHandler for Nobody {}

/// A transport on which nothing comes, and on which what is sent is lost.
struct Silence;

impl Transport<RoleServer> for Silence {
    type Error = Infallible;

    fn send(
        &mut self,
        _message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        future::ready(Ok(()))
    }

    fn receive(&mut self) -> impl Future<Output = Option<ClientJsonRpcMessage>> + Send {
        future::pending()
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
