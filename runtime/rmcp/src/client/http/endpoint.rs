//! Where a server is, and what it is sent with every request.

use std::fmt;
#[cfg(feature = "client-tls")]
use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue, Uri, header, uri::Scheme};

use super::headers;
use crate::client::{ClientError, EndpointFault, Secrets};

/// An HTTP server's address, with the headers that it is sent.
///
/// The headers are taken for secrets: `Debug` shows their names alone, no error holds one, and they go only to this scheme,
/// host and port, since no redirection is followed. Over plain HTTP they go to this machine itself and nowhere else, unless
/// [that is allowed](Self::allow_plain_text).
#[derive(Clone)]
#[must_use]
pub struct Endpoint {
    pub(super) url: Uri,
    pub(super) headers: HeaderMap,
    pub(super) plain_text: bool,
    #[cfg(feature = "client-tls")]
    pub(super) tls: Option<Arc<rustls::ClientConfig>>,
}

impl Endpoint {
    /// The server at an absolute `http` or `https` URL.
    ///
    /// # Errors
    /// [`ClientError::Endpoint`].
    pub fn new(url: &str) -> Result<Self, ClientError> {
        let fault = |fault| Err(ClientError::Endpoint(fault));
        let Ok(url) = url.parse::<Uri>() else { return fault(EndpointFault::Url) };
        let Some(authority) = url.authority() else { return fault(EndpointFault::Url) };
        if authority.as_str().contains('@') {
            return fault(EndpointFault::UserInfo);
        }
        match url.scheme() {
            Some(scheme) if *scheme == Scheme::HTTP => {}
            Some(scheme) if *scheme == Scheme::HTTPS && cfg!(feature = "client-tls") => {}
            Some(scheme) if *scheme == Scheme::HTTPS => return fault(EndpointFault::NoTls),
            _ => return fault(EndpointFault::Url),
        }
        Ok(Self {
            url,
            headers: HeaderMap::new(),
            plain_text: false,
            #[cfg(feature = "client-tls")]
            tls: None,
        })
    }

    /// Adds a header.
    ///
    /// # Errors
    /// [`ClientError::Endpoint`]: the name or the value is not valid, or the header is one that the transport sets.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, ClientError> {
        let invalid = || ClientError::Endpoint(EndpointFault::Header);
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid())?;
        if headers::is_reserved(&name) {
            return Err(ClientError::Endpoint(EndpointFault::ReservedHeader));
        }
        let mut value = HeaderValue::from_str(value).map_err(|_| invalid())?;
        value.set_sensitive(true);
        self.headers.try_append(name, value).map_err(|_| invalid())?;
        Ok(self)
    }

    /// Adds an `Authorization` header with a bearer token.
    ///
    /// # Errors
    /// [`ClientError::Endpoint`]: the token does not go into a header.
    pub fn bearer(self, token: &str) -> Result<Self, ClientError> {
        self.header(header::AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    /// Lets headers go over the network for all to read, where the address is `http`.
    pub fn allow_plain_text(mut self) -> Self {
        self.plain_text = true;
        self
    }

    /// Sets what TLS trusts and offers; without, it trusts the certificates of this machine.
    #[cfg(feature = "client-tls")]
    pub fn tls(mut self, config: Arc<rustls::ClientConfig>) -> Self {
        self.tls = Some(config);
        self
    }

    /// What a server is sent that may be a secret: the headers, and what stands in the address behind `?`.
    #[must_use]
    pub fn secrets(&self) -> Secrets {
        let headers = self.headers.values().map(HeaderValue::as_bytes);
        Secrets::new(headers.chain(self.url.query().map(str::as_bytes)))
    }

    /// Refuses to send headers in the open.
    pub(super) fn check(&self) -> Result<(), ClientError> {
        let secret = !self.headers.is_empty() && !self.plain_text;
        if secret && self.url.scheme() == Some(&Scheme::HTTP) && !is_this_machine(&self.url) {
            return Err(ClientError::Endpoint(EndpointFault::PlainText));
        }
        Ok(())
    }
}

fn is_this_machine(url: &Uri) -> bool {
    let host = url.host().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The path and the query may hold a key.
        f.debug_struct("Endpoint")
            .field("scheme", &self.url.scheme_str())
            .field("authority", &self.url.authority().map(http::uri::Authority::as_str))
            .field("headers", &self.headers.keys().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(outcome: Result<impl Sized, ClientError>) -> EndpointFault {
        match outcome {
            Err(ClientError::Endpoint(fault)) => fault,
            _ => panic!("no fault"),
        }
    }

    #[test]
    fn an_address_is_absolute_and_names_nobody() {
        for (url, wrong) in [
            ("/mcp", EndpointFault::Url),
            ("ftp://host/mcp", EndpointFault::Url),
            ("http://", EndpointFault::Url),
            ("http://me:pass@host/mcp", EndpointFault::UserInfo),
        ] {
            assert_eq!(fault(Endpoint::new(url)), wrong, "{url}");
        }
        assert_eq!(Endpoint::new("https://host/mcp").is_ok(), cfg!(feature = "client-tls"));
    }

    #[test]
    fn headers_of_the_transport_are_refused() {
        for (name, value, wrong) in [
            ("Mcp-Session-Id", "1", EndpointFault::ReservedHeader),
            ("content-length", "1", EndpointFault::ReservedHeader),
            ("two words", "1", EndpointFault::Header),
            ("x", "a\r\nb: c", EndpointFault::Header),
        ] {
            let endpoint = Endpoint::new("http://localhost/mcp").unwrap();
            assert_eq!(fault(endpoint.header(name, value)), wrong, "{name}");
        }
    }

    #[test]
    fn secrets_stay_on_this_machine_over_plain_http() {
        let with_token = |url: &str| Endpoint::new(url).unwrap().bearer("t0ken").unwrap();
        for near in ["http://localhost:1/", "http://127.0.0.9/", "http://[::1]:80/mcp"] {
            assert!(with_token(near).check().is_ok(), "{near}");
        }
        for far in ["http://example.com/", "http://localhost.example/", "http://10.0.0.1/"] {
            assert_eq!(fault(with_token(far).check()), EndpointFault::PlainText, "{far}");
            assert!(with_token(far).allow_plain_text().check().is_ok());
            assert!(Endpoint::new(far).unwrap().check().is_ok());
        }
    }

    #[test]
    fn no_secret_is_shown() {
        let endpoint = Endpoint::new("http://localhost/p4th?key=qu3ry").unwrap().bearer("t0ken").unwrap();
        let shown = format!("{endpoint:?}");
        assert!(shown.contains("localhost") && shown.contains("authorization"), "{shown}");
        assert!(!["p4th", "qu3ry", "t0ken"].iter().any(|secret| shown.contains(secret)), "{shown}");
    }
}
