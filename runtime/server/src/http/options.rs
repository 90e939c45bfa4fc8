//! What can be set of an HTTP server.

use std::time::Duration;

use super::{AllowedHost, AllowedOrigin};

/// The settings of an HTTP server: who may talk to it through a browser, and what it bears with.
///
/// ```
/// use wayleave_server::HttpOptions;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let options = HttpOptions::new()
///     .allow_host("mcp.example.com".parse()?)
///     .allow_origin("https://app.example.com".parse()?);
/// # let _ = options;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct HttpOptions {
    pub(super) hosts: Vec<AllowedHost>,
    pub(super) origins: Vec<AllowedOrigin>,
    pub(super) head_timeout: Duration,
    pub(super) body_timeout: Duration,
    pub(super) write_timeout: Duration,
    pub(super) max_connections: usize,
    pub(super) max_streams: usize,
}

impl HttpOptions {
    /// The defaults. The hosts are `localhost`, `127.0.0.1`, `::1` and the address that is listened on; the origins
    /// are those of pages that come from the host which a request itself names.
    pub fn new() -> Self {
        Self {
            hosts: Vec::new(),
            origins: Vec::new(),
            head_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
            max_connections: 1_024,
            max_streams: 256,
        }
    }

    /// One more host that requests may name.
    pub fn allow_host(mut self, host: AllowedHost) -> Self {
        self.hosts.push(host);
        self
    }

    /// One more origin whose pages may send requests and read the answers.
    pub fn allow_origin(mut self, origin: AllowedOrigin) -> Self {
        self.origins.push(origin);
        self
    }

    /// How long a connection may be without a whole request's head, also between two requests. 30 s by default.
    pub fn head_timeout(mut self, time: Duration) -> Self {
        self.head_timeout = time;
        self
    }

    /// How long a request's body may take to come. 30 s by default.
    pub fn body_timeout(mut self, time: Duration) -> Self {
        self.body_timeout = time;
        self
    }

    /// How long a client may read nothing of what is written to it. 30 s by default.
    pub fn write_timeout(mut self, time: Duration) -> Self {
        self.write_timeout = time;
        self
    }

    /// How many connections are served at a time; the others wait to be accepted. 1,024 by default, and at least 1.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.max_connections = connections.clamp(1, tokio::sync::Semaphore::MAX_PERMITS);
        self
    }

    /// How many clients may listen for changes at a time; one more gets 503. 256 by default. Keep it well below the
    /// number of connections, since each of them holds one for as long as it likes.
    pub fn max_streams(mut self, streams: usize) -> Self {
        self.max_streams = streams.min(tokio::sync::Semaphore::MAX_PERMITS);
        self
    }
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self::new()
    }
}
