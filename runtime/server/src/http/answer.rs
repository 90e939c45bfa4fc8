//! From a request to its answer.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::Arc,
    time::Instant,
};

use bytes::Bytes;
use http::{
    HeaderMap, HeaderValue, Method, Request, Response, StatusCode,
    header::{ALLOW, CONNECTION, CONTENT_TYPE, EXPECT},
};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body as _, Incoming};
use rmcp::{
    ServerHandler,
    model::{ClientJsonRpcMessage, ErrorData, RequestId, ServerJsonRpcMessage},
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::{
    AllowedHost, Answer, HttpOptions,
    body::{Ending, Refused, taken},
    direct::{Direct, Plain},
    empty,
    guard::Guard,
    plain,
};
use crate::{
    Shutdown,
    refusal::{misread, no_message},
};

/// Where the protocol is spoken.
const PROTOCOL: &str = "/mcp";
/// Where a balancer asks whether the server lives. It says nothing else, so it may be asked under any name.
const HEALTH: &str = "/healthz";

/// What answers.
pub(super) struct App<H> {
    pub(super) options: HttpOptions,
    body_limit: usize,
    guard: Guard,
    protocol: StreamableHttpService<H, NeverSessionManager>,
    /// Where the handler's reads send nothing but their answers.
    direct: Option<Direct<H>>,
    begun: CancellationToken,
    /// One for each client that may listen. They are fewer than connections, so that there is always room for a request.
    streams: Arc<Semaphore>,
}

impl<H: ServerHandler + Send + 'static> App<H> {
    pub(super) fn new(
        options: HttpOptions,
        address: IpAddr,
        make: Arc<dyn Fn() -> H + Send + Sync>,
        body_limit: usize,
        quiet: bool,
        shutdown: &Shutdown,
    ) -> Self {
        let own = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into(), address];
        let own = own.into_iter().filter(|address| !address.is_unspecified()).map(AllowedHost::address);
        let hosts = own.chain([AllowedHost::localhost()]).chain(options.hosts.iter().cloned()).collect();
        let guard = Guard { hosts, origins: options.origins.clone() };
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(body_limit)
            // The guard has looked at both, more strictly.
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let direct = quiet.then(|| Direct::new(make.clone()));
        let protocol = StreamableHttpService::new(move || Ok(make()), Arc::default(), config);
        let streams = Arc::new(Semaphore::new(options.max_streams));
        Self { options, body_limit, guard, protocol, direct, begun: shutdown.begin_token(), streams }
    }

    /// Answers one request, and writes a line of it without a word of the client's.
    pub(super) async fn answer(&self, request: Request<Incoming>) -> Answer {
        let begun = Instant::now();
        let answer = self.answered(request).await;
        let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        tracing::debug!(status = answer.status().as_u16(), micros, "http");
        answer
    }

    async fn answered(&self, request: Request<Incoming>) -> Answer {
        if request.uri().path() == HEALTH {
            return match *request.method() {
                Method::GET | Method::HEAD => plain(StatusCode::OK, "ok\n"),
                _ => not_allowed("GET, HEAD"),
            };
        }
        let passed = match self.guard.check(&request) {
            Ok(passed) => passed,
            Err(refusal) => return *refusal,
        };
        if request.uri().path() != PROTOCOL {
            return plain(StatusCode::NOT_FOUND, "the protocol is spoken at /mcp\n");
        }
        if let Some(mut answer) = passed.preflight(&request) {
            passed.open(&mut answer);
            return answer;
        }
        let mut answer = match *request.method() {
            Method::POST => self.posted(request).await,
            _ => not_allowed("POST"),
        };
        passed.open(&mut answer);
        answer
    }

    async fn posted(&self, request: Request<Incoming>) -> Answer {
        let (parts, body) = request.into_parts();
        // A client that asks first need not send what is refused anyway.
        let large = usize::try_from(body.size_hint().lower()).map_or(true, |bytes| bytes > self.body_limit);
        if large && parts.headers.contains_key(EXPECT) {
            return unread(&Refused::TooLarge);
        }
        let body = match taken(body, self.body_limit, self.options.body_timeout).await {
            Ok(body) => body,
            Err(refused) => return unread(&refused),
        };
        if let Some(direct) = &self.direct
            && let Some(plain) = Plain::of(&parts.headers, &body)
        {
            let answer = direct.answer(plain, parts).await;
            return answer.unwrap_or_else(|| empty(StatusCode::INTERNAL_SERVER_ERROR));
        }
        let json = is_json(&parts.headers);
        if json && let Some((id, error)) = misread(&body) {
            return rpc_error(StatusCode::OK, Some(id), error)
                .unwrap_or_else(|| empty(StatusCode::BAD_REQUEST));
        }
        let listens = parts.headers.get("mcp-method").is_some_and(|method| method == "subscriptions/listen");
        let stream = match listens.then(|| self.streams.clone().try_acquire_owned()).transpose() {
            Ok(stream) => stream,
            Err(_) => return plain(StatusCode::SERVICE_UNAVAILABLE, "too many clients listen\n"),
        };
        let answer = self.protocol.handle(Request::from_parts(parts, Full::new(body.clone()))).await;
        // The SDK's word for a body that is not what it says to be.
        if json
            && answer.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE
            && let Some(refused) = refused(&body)
        {
            return refused;
        }
        // Whoever listens does so without an end, which must not hold the server's own end up.
        match stream {
            Some(stream) => answer.map(|body| Ending::of(body, self.begun.clone().cancelled_owned(), stream)),
            None => answer,
        }
    }
}

pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

fn not_allowed(methods: &'static str) -> Answer {
    let mut answer = plain(StatusCode::METHOD_NOT_ALLOWED, "the method is not allowed here\n");
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    answer
}

/// The answer to a body that was not taken. What may be left of it makes the connection useless.
fn unread(refused: &Refused) -> Answer {
    let mut answer = match refused {
        Refused::TooLarge => plain(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large\n"),
        Refused::Slow => plain(StatusCode::REQUEST_TIMEOUT, "the body took too long\n"),
        Refused::Broken => empty(StatusCode::BAD_REQUEST),
    };
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

/// The answer to a body that is no message; none if it is one after all.
fn refused(body: &[u8]) -> Option<Answer> {
    let error = serde_json::from_slice::<ClientJsonRpcMessage>(body).err()?;
    let (id, error) = no_message(body, &error);
    rpc_error(StatusCode::BAD_REQUEST, id, error)
}

fn rpc_error(status: StatusCode, id: Option<RequestId>, error: ErrorData) -> Option<Answer> {
    json(status, &ServerJsonRpcMessage::error(error, id))
}

pub(super) fn json(status: StatusCode, message: &ServerJsonRpcMessage) -> Option<Answer> {
    let text = serde_json::to_vec(message).ok()?;
    let mut answer = Response::new(BodyExt::boxed(Full::new(Bytes::from(text))));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Some(answer)
}
