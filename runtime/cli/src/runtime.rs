//! The run times of the commands that ask a gateway, or a server.

use tokio::runtime::{Builder, Runtime};

use crate::{Console, Exit, Stop};

/// Runs a future to its end on this thread.
pub(crate) fn block_on<F: Future>(future: F, console: &mut Console<'_>) -> Result<F::Output, Stop> {
    let runtime = made(Builder::new_current_thread().enable_time(), console)?;
    Ok(runtime.block_on(future))
}

/// A run time on this thread, with the network and child processes.
pub(crate) fn client(console: &mut Console<'_>) -> Result<Runtime, Stop> {
    made(Builder::new_current_thread().enable_all(), console)
}

fn made(builder: &mut Builder, console: &mut Console<'_>) -> Result<Runtime, Stop> {
    builder.build().or_else(|error| {
        console.error(&format!("the run time cannot be started: {error}"))?;
        Err(Stop::Said(Exit::Trouble))
    })
}
