//! The end of a server: begun, so that what is under way is finished, or cut, so that it is not.

use std::io;

use tokio_util::sync::CancellationToken;

/// A handle by which servers are ended. Clones are the same handle.
///
/// ```
/// use wayleave_server::Shutdown;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let shutdown = Shutdown::new();
/// let server = tokio::spawn({
///     let shutdown = shutdown.clone();
///     async move { shutdown.begun().await }
/// });
/// shutdown.begin();
/// server.await.unwrap();
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shutdown {
    begin: CancellationToken,
    cut: CancellationToken,
}

impl Shutdown {
    /// A handle that nothing has ended yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets servers take nothing more on, finish what is under way, and end.
    pub fn begin(&self) {
        self.begin.cancel();
    }

    /// Lets servers end at once, whatever is under way.
    pub fn cut(&self) {
        self.begin.cancel();
        self.cut.cancel();
    }

    /// Whether the end has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.begin.is_cancelled()
    }

    /// Whether the end is to be at once.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut.is_cancelled()
    }

    /// Completes when the end begins.
    pub async fn begun(&self) {
        self.begin.cancelled().await;
    }

    /// Completes when the end is to be at once.
    pub async fn was_cut(&self) {
        self.cut.cancelled().await;
    }

    pub(crate) fn begin_token(&self) -> CancellationToken {
        self.begin.clone()
    }

    /// From now on, the first SIGINT or SIGTERM (where there are no signals: the first Ctrl-C) begins the end, and the
    /// second cuts it. The future that is returned has to be polled for that; it completes after the second.
    ///
    /// # Errors
    /// Where the system lets no signal be listened to.
    ///
    /// # Panics
    /// Outside of a tokio run time with I/O.
    pub fn on_signals(&self) -> io::Result<impl Future<Output = ()> + Send + use<>> {
        let mut signals = Signals::new()?;
        let shutdown = self.clone();
        Ok(async move {
            signals.next().await;
            shutdown.begin();
            signals.next().await;
            shutdown.cut();
        })
    }
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            // There is nothing to listen to: only the handle itself can end the server.
            std::future::pending::<()>().await;
        }
    }
}
