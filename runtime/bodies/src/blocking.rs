//! Work that may take its time, away from where futures are polled.

use std::io;

/// Runs `work` where it may block: on the pool of the tokio run time, or here where there is none. Dropping the future
/// does not stop what is under way (G3); but a time limit is kept, because the future is not blocked.
///
/// # Errors
/// Where the work panicked, or the run time is going down.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    match tokio::runtime::Handle::try_current() {
        Ok(runtime) => runtime.spawn_blocking(work).await.map_err(io::Error::other),
        Err(_) => Ok(work()),
    }
}
