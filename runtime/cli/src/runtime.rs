//! The run times of the commands that ask a gateway or a server, and of the one that serves.

use std::io;

use tokio::runtime::{Builder, Runtime};

use crate::{Console, Exit, Stop};

/// Runs a future to its end on this thread.
pub(crate) fn block_on<F: Future>(future: F, console: &mut Console<'_>) -> Result<F::Output, Stop> {
    match Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => Ok(runtime.block_on(future)),
        Err(error) => refused(&error, console),
    }
}

/// A run time on this thread with all that a client needs.
pub(crate) fn client(console: &mut Console<'_>) -> Result<Runtime, Stop> {
    Builder::new_current_thread().enable_all().build().or_else(|error| refused(&error, console))
}

/// A run time with all that a server needs.
pub(crate) fn server(console: &mut Console<'_>) -> Result<Runtime, Stop> {
    Builder::new_multi_thread().enable_all().build().or_else(|error| refused(&error, console))
}

fn refused<T>(error: &io::Error, console: &mut Console<'_>) -> Result<T, Stop> {
    console.error(&format!("the run time cannot be started: {error}"))?;
    Err(Stop::Said(Exit::Trouble))
}

/// Completes when the user or the system wants the command to end.
#[cfg(unix)]
pub(crate) async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};

    // The last one comes when the terminal is closed.
    let [interrupt, terminate, hangup] =
        [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
    let (Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)) = (interrupt, terminate, hangup) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}

/// Completes when the user wants the command to end.
#[cfg(not(unix))]
pub(crate) async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
