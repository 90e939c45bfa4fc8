//! A connection over streamable HTTP: a request each, answered with JSON or with a stream of events. HTTP+SSE, which came
//! before it, is in `channel`.
//!
//! No redirection is followed, no compression is accepted, and nothing is cached. An older server's session ends with the
//! connection. A stream of events that breaks off before the answer is an error; it is not taken up again.

mod body;
mod channel;
mod connect;
mod endpoint;
mod headers;
mod reference;
mod sse;
mod web;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method as Verb, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::body::Incoming as Body;
use tokio::{sync::watch, time::timeout};

use self::body::{EventBody, Kind, read_json};
pub use self::endpoint::Endpoint;
pub(crate) use self::{channel::Channel, web::Web};
use super::{
    ClientError, Secrets,
    link::Told,
    message::{Incoming, Method, Outgoing},
    meter::Bounds,
    revision::Revision,
    stream::Outcome,
};

pub(crate) struct HttpLink {
    web: Web,
    /// The session that an older server has begun, and the revision that was settled on in it.
    session: Mutex<Session>,
    bounds: Bounds,
    changes: Arc<watch::Sender<u64>>,
}

#[derive(Clone, Default)]
struct Session {
    id: Option<HeaderValue>,
    revision: Option<Revision>,
}

impl HttpLink {
    pub(crate) fn new(web: Web, bounds: Bounds, changes: Arc<watch::Sender<u64>>) -> Self {
        Self { web, session: Mutex::default(), bounds, changes }
    }

    pub(crate) async fn call(&self, id: u64, request: &Outgoing) -> Outcome {
        let response = self.post(request.request(id), Some(request)).await?;
        let status = response.status();
        let kind = Kind::of(response.headers());
        if !status.is_success() {
            return self.refused(status, kind, response.into_body()).await;
        }
        if request.method == Method::Initialize {
            self.begin_session(response.headers())?;
        }
        match kind {
            Kind::Json => {
                let message = read_json(response.into_body(), self.bounds).await?;
                self.hear(id, message).await?.unwrap_or(Err(ClientError::Malformed))
            }
            Kind::Events => {
                let mut events = EventBody::new(response.into_body(), self.bounds);
                while let Some(message) = events.next().await? {
                    if let Some(outcome) = self.hear(id, message).await? {
                        return outcome;
                    }
                }
                Err(ClientError::Closed)
            }
            Kind::Other => Err(ClientError::ContentType),
        }
    }

    pub(crate) async fn notify(&self, notification: &Outgoing) -> Result<(), ClientError> {
        if notification.method == Method::Initialized {
            self.lock().revision = notification.revision;
        }
        let response = self.post(notification.notification(), Some(notification)).await?;
        match response.status() {
            status if status.is_success() => Ok(()),
            status => Err(ClientError::Http { status: status.as_u16() }),
        }
    }

    /// Holds open the stream that an older server sends notifications over.
    pub(crate) async fn listen(&self) -> Result<Told, ClientError> {
        let response = self.send(self.in_session(self.web.request_events(), None)).await?;
        match response.status() {
            StatusCode::OK if Kind::of(response.headers()) == Kind::Events => {}
            StatusCode::OK => return Ok(Told::Never),
            status if status.is_client_error() && !is_about_the_client(status) => return Ok(Told::Never),
            status => return Err(ClientError::Http { status: status.as_u16() }),
        }
        // Only from now on does the server tell of changes.
        self.changes.send_modify(|changes| *changes += 1);
        let mut events = EventBody::new(response.into_body(), self.bounds);
        while let Some(message) = events.next().await? {
            self.hear(0, message).await?;
        }
        Ok(Told::Ended)
    }

    pub(crate) fn secrets(&self) -> &Secrets {
        self.web.secrets()
    }

    /// Ends the session of an older server.
    pub(crate) async fn close(&self) {
        const PATIENCE: Duration = Duration::from_secs(5);
        if self.lock().id.is_none() {
            return;
        }
        let request = self.in_session(self.web.request(Verb::DELETE, String::new()), None);
        // A server that keeps its session open ends it some time by itself.
        let _ = timeout(PATIENCE, self.send(request)).await;
        *self.lock() = Session::default();
    }

    /// Takes a message in: what it says of the request, if it is about that one.
    async fn hear(&self, id: u64, message: Vec<u8>) -> Result<Option<Outcome>, ClientError> {
        match Incoming::read(message)? {
            Incoming::Result { id: of, result } if of == id => return Ok(Some(Ok(Ok(result)))),
            Incoming::Refusal { id: of, refusal } if of.is_none_or(|of| of == id) => {
                return Ok(Some(Ok(Err(refusal))));
            }
            // Whether the server gets it is its own concern.
            Incoming::Request { reply } => drop(self.post(reply, None).await),
            Incoming::Changed => self.changes.send_modify(|changes| *changes += 1),
            Incoming::Result { .. } | Incoming::Refusal { .. } | Incoming::Other => {}
        }
        Ok(None)
    }

    /// What a status that is no success comes to: the JSON-RPC error in the body, if there is one.
    async fn refused(&self, status: StatusCode, kind: Kind, body: Body) -> Outcome {
        const MOST: usize = 64 * 1024;
        let failure = || ClientError::Http { status: status.as_u16() };
        if kind != Kind::Json || is_about_the_client(status) {
            return Err(failure());
        }
        let bounds = Bounds { bytes: self.bounds.bytes.min(MOST), ..self.bounds };
        let message = read_json(body, bounds).await.map_err(|_| failure())?;
        match Incoming::read(message) {
            Ok(Incoming::Refusal { refusal, .. }) => Ok(Err(refusal)),
            _ => Err(failure()),
        }
    }

    fn begin_session(&self, headers: &HeaderMap) -> Result<(), ClientError> {
        const ID_BYTES: usize = 1024;
        let Some(id) = headers.get(headers::SESSION) else { return Ok(()) };
        if id.is_empty() || id.len() > ID_BYTES || !id.as_bytes().iter().all(u8::is_ascii_graphic) {
            return Err(ClientError::Malformed);
        }
        let mut id = id.clone();
        id.set_sensitive(true);
        self.lock().id = Some(id);
        Ok(())
    }

    async fn post(&self, json: String, of: Option<&Outgoing>) -> Result<Response<Body>, ClientError> {
        let mut request = self.in_session(self.web.request(Verb::POST, json), of);
        request.headers_mut().insert(header::ACCEPT, headers::JSON_OR_EVENTS);
        self.send(request).await
    }

    /// The request with the headers that say what it belongs to.
    fn in_session(&self, mut request: Request<Full<Bytes>>, of: Option<&Outgoing>) -> Request<Full<Bytes>> {
        let session = self.lock().clone();
        let headers = request.headers_mut();
        let revision = of.and_then(|of| of.revision).or(session.revision);
        if let Some(revision) = revision.filter(|revision| revision.has_version_header()) {
            headers.insert(headers::VERSION, HeaderValue::from_static(revision.as_str()));
        }
        if let Some(of) = of.filter(|of| of.revision.is_some_and(Revision::is_stateless)) {
            headers.insert(headers::METHOD, HeaderValue::from_static(of.method.as_str()));
        }
        if let Some(id) = session.id {
            headers.insert(headers::SESSION, id);
        }
        request
    }

    async fn send(&self, request: Request<Full<Bytes>>) -> Result<Response<Body>, ClientError> {
        let in_session = request.headers().contains_key(headers::SESSION);
        let response = self.web.send(request).await?;
        match response.status() {
            StatusCode::NOT_FOUND if in_session => Err(ClientError::SessionEnded),
            _ => Ok(response),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Session> {
        // Nothing in here panics half way, so a poisoned state is a whole one.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a status is about who the client is or how much it asks, rather than about what.
pub(super) fn is_about_the_client(status: StatusCode) -> bool {
    matches!(status.as_u16(), 401 | 403 | 407 | 429)
}
