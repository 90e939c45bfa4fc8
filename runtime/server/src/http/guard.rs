//! Who may talk to this server through a browser: the `Host` and the `Origin` of a request, looked at before anything
//! else is.
//!
//! A page from anywhere can make a browser send requests to a server on this machine, and by changing what its name
//! resolves to it can even read the answers. Such a request names the page's host, or the page as its origin.

use http::{
    HeaderMap, HeaderValue, Method, Request, Response, StatusCode,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, HOST, ORIGIN,
        VARY,
    },
};

use super::{
    AllowedHost, AllowedOrigin, Answer, empty,
    names::{Named, Origin},
    plain,
};

/// What may be named.
#[derive(Debug)]
pub(super) struct Guard {
    pub(super) hosts: Vec<AllowedHost>,
    pub(super) origins: Vec<AllowedOrigin>,
}

/// A request that may go on.
#[derive(Debug)]
pub(super) struct Passed {
    /// The origin, where there is one, as it was written.
    origin: Option<HeaderValue>,
}

impl Guard {
    /// Lets a request pass, or says why not: 400 without one readable `Host`, 403 for a foreign host or origin.
    pub(super) fn check<B>(&self, request: &Request<B>) -> Result<Passed, Box<Answer>> {
        let headers = request.headers();
        let refused = |status, message| Err(Box::new(plain(status, message)));
        let Some(named) = only(headers, &HOST).and_then(|host| Named::parse(host.to_str().ok()?)) else {
            return refused(StatusCode::BAD_REQUEST, "a request names one host\n");
        };
        // A target may name a host of its own.
        let target = request.uri().authority().map(|authority| Named::parse(authority.as_str()));
        if !self.allows(&named) || target.is_some_and(|target| target.as_ref() != Some(&named)) {
            return refused(StatusCode::FORBIDDEN, "the host is not one of this server\n");
        }
        if !headers.contains_key(ORIGIN) {
            return Ok(Passed { origin: None });
        }
        let written = only(headers, &ORIGIN);
        let origin = written.and_then(|origin| Origin::parse(origin.to_str().ok()?));
        let own = |origin: &Origin| {
            origin.is_of(&named) || self.origins.iter().any(|allowed| allowed.allows(origin))
        };
        match origin {
            Some(origin) if own(&origin) => Ok(Passed { origin: written.cloned() }),
            _ => refused(StatusCode::FORBIDDEN, "the origin is foreign to this server\n"),
        }
    }

    fn allows(&self, named: &Named) -> bool {
        self.hosts.iter().any(|allowed| allowed.allows(named))
    }
}

impl Passed {
    /// The answer to a browser that asks whether a page may send a request, if this is that question.
    pub(super) fn preflight<B>(&self, request: &Request<B>) -> Option<Answer> {
        let headers = request.headers();
        self.origin.as_ref()?;
        if request.method() != Method::OPTIONS || !headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
            return None;
        }
        let mut answer = empty(StatusCode::NO_CONTENT);
        let answered = answer.headers_mut();
        answered.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST"));
        // The origin is allowed, so it may send whatever header it likes.
        if let Some(asked) = headers.get(ACCESS_CONTROL_REQUEST_HEADERS) {
            answered.insert(ACCESS_CONTROL_ALLOW_HEADERS, asked.clone());
        }
        answered.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        Some(answer)
    }

    /// Lets the page read the answer.
    pub(super) fn open<B>(self, answer: &mut Response<B>) {
        if let Some(origin) = self.origin {
            answer.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            answer.headers_mut().append(VARY, HeaderValue::from_static("origin"));
        }
    }
}

/// The value of a header that stands there once.
pub(super) fn only<'h>(headers: &'h HeaderMap, name: &http::HeaderName) -> Option<&'h HeaderValue> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())
}
