//! A server over HTTP, one request after the other: each with the headers that the user has set, and none sent elsewhere.

use bytes::Bytes;
use http::{Method as Verb, Request, Response, Uri, header};
use http_body_util::Full;
use hyper::body::Incoming as Body;
use hyper_util::{client::legacy::Client, rt::TokioExecutor};

use super::{
    Endpoint,
    connect::{Connector, connector},
    headers,
};
use crate::client::{ClientError, Secrets};

/// Clones have their connections in common.
#[derive(Clone)]
pub(crate) struct Web {
    client: Client<Connector, Full<Bytes>>,
    endpoint: Endpoint,
    secrets: Secrets,
}

impl Web {
    pub(crate) fn new(endpoint: Endpoint) -> Result<Self, ClientError> {
        endpoint.check()?;
        let client = Client::builder(TokioExecutor::new()).build(connector(&endpoint)?);
        let secrets = endpoint.secrets();
        Ok(Self { client, endpoint, secrets })
    }

    /// Where the server is.
    pub(super) fn url(&self) -> &Uri {
        &self.endpoint.url
    }

    /// A request to the server's own address, of which the body is JSON.
    pub(super) fn request(&self, verb: Verb, json: String) -> Request<Full<Bytes>> {
        let has_body = !json.is_empty();
        let mut request = Request::new(Full::new(Bytes::from(json)));
        *request.method_mut() = verb;
        *request.uri_mut() = self.endpoint.url.clone();
        *request.headers_mut() = self.endpoint.headers.clone();
        if has_body {
            request.headers_mut().insert(header::CONTENT_TYPE, headers::JSON);
        }
        request
    }

    /// A request for a stream of events.
    pub(super) fn request_events(&self) -> Request<Full<Bytes>> {
        let mut request = self.request(Verb::GET, String::new());
        request.headers_mut().insert(header::ACCEPT, headers::EVENTS);
        request
    }

    pub(super) async fn send(&self, request: Request<Full<Bytes>>) -> Result<Response<Body>, ClientError> {
        let response = self.client.request(request).await;
        let response = response.map_err(|error| ClientError::Unreachable(error.into()))?;
        match response.status() {
            status if status.is_redirection() => Err(ClientError::Redirected { status: status.as_u16() }),
            _ => Ok(response),
        }
    }

    /// What no error may repeat.
    pub(super) fn secrets(&self) -> &Secrets {
        &self.secrets
    }
}
