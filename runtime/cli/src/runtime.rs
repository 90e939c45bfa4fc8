//! The run time of the commands that ask a gateway.

use crate::{Console, Exit, Stop};

/// Runs a future to its end on this thread.
pub(crate) fn block_on<F: Future>(future: F, console: &mut Console<'_>) -> Result<F::Output, Stop> {
    match tokio::runtime::Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => Ok(runtime.block_on(future)),
        Err(error) => {
            console.error(&format!("the run time cannot be started: {error}"))?;
            Err(Stop::Said(Exit::Trouble))
        }
    }
}
