//! A server: a handler, and how it ends.

use std::{fmt, net::SocketAddr, sync::Arc, time::Duration};

use rmcp::ServerHandler;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::{
    ServeError, Shutdown,
    http::{HttpOptions, HttpServer},
    stdio,
};

/// Serves an [`rmcp`] handler, such as `wayleave_rmcp::GatewayHandler`, over stdio or streamable HTTP.
///
/// ```
/// use rmcp::ServerHandler;
/// use wayleave_server::{HttpOptions, Server, Shutdown};
///
/// #[derive(Clone)]
/// struct Nothing;
///
/// impl ServerHandler for Nothing {}
///
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let shutdown = Shutdown::new();
/// let server = Server::new(Nothing).shutdown(&shutdown);
/// let server = server.bind("127.0.0.1:0".parse()?, HttpOptions::new()).await?;
/// println!("http://{}/mcp", server.address());
/// let running = tokio::spawn(server.run());
/// shutdown.begin();
/// running.await??;
/// # Ok(())
/// # }
/// ```
#[must_use]
pub struct Server<H> {
    make: Arc<dyn Fn() -> H + Send + Sync>,
    shutdown: Shutdown,
    grace: Arc<dyn Fn() -> Duration + Send + Sync>,
    message_limit: usize,
    quiet_reads: bool,
}

impl<H: ServerHandler + Send + 'static> Server<H> {
    /// The largest message that is taken from a client, in bytes, where nothing else is said: 1 MiB.
    pub const MESSAGE_LIMIT: usize = 1 << 20;
    /// How long what is under way may take to finish, where nothing else is said: the default of `readTimeout` and
    /// two seconds.
    pub const GRACE: Duration = Duration::from_secs(32);

    /// A server of clones of `handler`: one for each request over HTTP, so what they share must be behind an `Arc`.
    pub fn new(handler: H) -> Self
    where
        H: Clone + Sync,
    {
        Self::with(move || handler.clone())
    }

    /// A server of the handlers that `make` gives: one for each request over HTTP.
    pub fn with(make: impl Fn() -> H + Send + Sync + 'static) -> Self {
        Self {
            make: Arc::new(make),
            shutdown: Shutdown::new(),
            grace: Arc::new(|| Self::GRACE),
            message_limit: Self::MESSAGE_LIMIT,
            quiet_reads: false,
        }
    }

    /// Sets the handle that ends the server.
    pub fn shutdown(mut self, shutdown: &Shutdown) -> Self {
        self.shutdown = shutdown.clone();
        self
    }

    /// Sets how long what is under way may take to finish once the end has begun.
    pub fn grace(self, grace: Duration) -> Self {
        self.grace_by(move || grace)
    }

    /// The same, asked for when the end begins.
    pub fn grace_by(mut self, grace: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.grace = Arc::new(grace);
        self
    }

    /// Sets the largest message that is taken from a client, in bytes: a line over stdio, a body over HTTP.
    pub fn message_limit(mut self, bytes: usize) -> Self {
        self.message_limit = bytes;
        self
    }

    /// Says that a read sends its client nothing but the answer, unless the client asks for progress. So it is with
    /// `GatewayHandler`; of a handler of your own, `read_resource` must then leave its context's peer alone. Over HTTP
    /// such reads take a shorter way.
    pub fn quiet_reads(mut self) -> Self {
        self.quiet_reads = true;
        self
    }

    /// Serves one client over the process's standard input and output, until the input ends or the end begins; what
    /// is under way is then answered. Nothing else may write to the standard output.
    ///
    /// Where the standard input is no pipe, a read of it may still be under way when this returns: end the run time
    /// with [`shutdown_background`](tokio::runtime::Runtime::shutdown_background), or it waits for that.
    ///
    /// # Errors
    /// [`ServeError::Handshake`] where no conversation begins, [`ServeError::Cut`] where it was ended at once.
    pub async fn stdio(self) -> Result<(), ServeError> {
        let (input, output) = rmcp::transport::stdio_pipes();
        self.streams(input, output).await
    }

    /// The same over any pair of streams.
    ///
    /// # Errors
    /// As for [`stdio`](Self::stdio).
    pub async fn streams(
        self,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(), ServeError> {
        stdio::serve((self.make)(), input, output, self.message_limit, &self.shutdown, self.grace).await
    }

    /// Serves streamable HTTP at `address` until the end begins and what is under way is answered.
    ///
    /// # Errors
    /// [`ServeError::Listen`] where the address cannot be listened on, [`ServeError::Cut`] where the server was ended
    /// at once.
    pub async fn http(self, address: SocketAddr, options: HttpOptions) -> Result<(), ServeError> {
        self.bind(address, options).await?.run().await
    }

    /// Listens at `address`, so that the port is known when it was 0; [`HttpServer::run`] then serves.
    ///
    /// # Errors
    /// [`ServeError::Listen`] where the address cannot be listened on.
    pub async fn bind(self, address: SocketAddr, options: HttpOptions) -> Result<HttpServer<H>, ServeError> {
        let Self { make, shutdown, grace, message_limit, quiet_reads } = self;
        HttpServer::bind(address, options, make, message_limit, quiet_reads, shutdown, grace).await
    }
}

impl<H> fmt::Debug for Server<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("message_limit", &self.message_limit).finish_non_exhaustive()
    }
}
