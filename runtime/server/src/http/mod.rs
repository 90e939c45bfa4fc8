//! Streamable HTTP: one listener, one path for the protocol, and limits for those who are slow or many.
//!
//! The SDK speaks the protocol, but for plain reads, which `direct` hands to the handler at once; every request stands
//! alone, whatever its revision. What is done here is all around it: `guard` looks at the host and the origin, `body` takes
//! the body within its limits, `stalled` gives up on who stops reading, and this module accepts, counts and ends
//! connections.

mod answer;
mod body;
mod direct;
mod guard;
mod names;
mod options;
mod stalled;

use std::{convert::Infallible, fmt, io, net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header::CONTENT_TYPE};
use http_body_util::{BodyExt, Empty, Full, combinators::BoxBody};
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::ServerHandler;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{ServeError, Shutdown};
use answer::App;
use stalled::Stalled;

pub use names::{AllowedHost, AllowedOrigin, NameError};
pub use options::HttpOptions;

/// An answer.
type Answer = Response<BoxBody<Bytes, Infallible>>;

/// How long to wait before accepting again where accepting fails, mostly because no file descriptor is left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// What a connection may hold of a request's head.
const HEAD_BYTES: usize = 64 << 10;

/// A server that listens, and does not serve yet.
#[must_use]
pub struct HttpServer<H> {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App<H>>,
    shutdown: Shutdown,
    grace: Arc<dyn Fn() -> Duration + Send + Sync>,
}

impl<H: ServerHandler + Send + 'static> HttpServer<H> {
    pub(crate) async fn bind(
        address: SocketAddr,
        options: HttpOptions,
        make: Arc<dyn Fn() -> H + Send + Sync>,
        body_limit: usize,
        quiet: bool,
        shutdown: Shutdown,
        grace: Arc<dyn Fn() -> Duration + Send + Sync>,
    ) -> Result<Self, ServeError> {
        let failed = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let app = Arc::new(App::new(options, address.ip(), make, body_limit, quiet, &shutdown));
        Ok(Self { listener, address, app, shutdown, grace })
    }

    /// The address that is listened on, with its real port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the end begins and what is under way is answered, or took too long.
    ///
    /// # Errors
    /// [`ServeError::Cut`] where the server was ended at once.
    pub async fn run(self) -> Result<(), ServeError> {
        let Self { listener, app, shutdown, grace, .. } = self;
        let connections = TaskTracker::new();
        let cut = CancellationToken::new();
        // What is left is dropped with this, also when this future is.
        let _cut = cut.clone().drop_guard();
        let permits = Arc::new(Semaphore::new(app.options.max_connections));
        while let Some((stream, permit)) = accepted(&listener, &permits, &shutdown).await {
            connections.spawn(serve(stream, app.clone(), shutdown.clone(), cut.clone(), permit));
        }
        // Whoever comes now is to be refused at once, and not to wait.
        drop(listener);
        connections.close();
        tokio::select! {
            ended = timeout(grace(), connections.wait()) => {
                if ended.is_err() {
                    tracing::warn!("requests are under way that took too long to finish; they are ended");
                }
                Ok(())
            }
            () = shutdown.was_cut() => Err(ServeError::Cut),
        }
    }
}

impl<H> fmt::Debug for HttpServer<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer").field("address", &self.address).finish_non_exhaustive()
    }
}

/// The next connection, with its permit; none when the end has begun.
async fn accepted(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
    shutdown: &Shutdown,
) -> Option<(TcpStream, OwnedSemaphorePermit)> {
    let next = async {
        let permit = permits.clone().acquire_owned().await.ok()?;
        loop {
            match listener.accept().await {
                Ok((stream, _)) => return Some((stream, permit)),
                // The peer was gone again; nothing is wrong here.
                Err(error) if is_the_peers(&error) => {}
                Err(error) => {
                    tracing::warn!(%error, "no connection can be accepted");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        biased;
        () = shutdown.begun() => None,
        next = next => next,
    }
}

fn is_the_peers(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Serves one connection: until it is closed, or the end begins and its request is answered.
async fn serve<H: ServerHandler + Send + 'static>(
    stream: TcpStream,
    app: Arc<App<H>>,
    shutdown: Shutdown,
    cut: CancellationToken,
    _permit: OwnedSemaphorePermit,
) {
    // Answers are written as a whole; without this, the last part of one may wait for the peer.
    let _ = stream.set_nodelay(true);
    let (head, write) = (app.options.head_timeout, app.options.write_timeout);
    let answers = service_fn(move |request| {
        let app = app.clone();
        async move { Ok::<_, Infallible>(app.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Stalled::new(stream, write)), answers);
    let mut connection = std::pin::pin!(connection);
    let mut ending = false;
    loop {
        tokio::select! {
            // Why a connection broke is the client's matter: nobody here can mend it.
            _ = connection.as_mut() => return,
            () = shutdown.begun(), if !ending => {
                connection.as_mut().graceful_shutdown();
                ending = true;
            }
            () = cut.cancelled() => return,
        }
    }
}

/// An answer in plain text.
fn plain(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Response::new(BodyExt::boxed(Full::new(Bytes::from_static(text.as_bytes()))));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    answer
}

/// An answer without a body.
fn empty(status: StatusCode) -> Answer {
    let mut answer = Response::new(BodyExt::boxed(Empty::new()));
    *answer.status_mut() = status;
    answer
}
