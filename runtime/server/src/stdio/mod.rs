//! One client over a pair of streams.
//!
//! The SDK's own transport stays silent about a line that is no JSON, and at the end of the input it gives requests
//! a fixed few seconds. Hence [`Lines`], which answers such a line, keeps count of what is under way, and ends the
//! conversation when that is answered.

mod flight;
mod lines;

use std::{sync::Arc, time::Duration};

use rmcp::{
    ServerHandler,
    service::{ServerInitializeError, serve_server},
};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::{ServeError, Shutdown};
use lines::Lines;

/// What a client may take over `grace` to read the last of what is written to it.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Serves until the input ends or the end begins; then what is under way is answered within `grace`.
pub(crate) async fn serve<H: ServerHandler>(
    handler: H,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    limit: usize,
    shutdown: &Shutdown,
    grace: Arc<dyn Fn() -> Duration + Send + Sync>,
) -> Result<(), ServeError> {
    // Cancelled when nothing more is read.
    let ending = shutdown.begin_token().child_token();
    let lines = Lines::new(input, output, limit, ending.clone(), grace.clone());
    let ended = async {
        let running = match serve_server(handler, lines).await {
            Ok(running) => running,
            // A client that leaves before it says anything, or is sent away, has done nothing wrong.
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(ServeError::Handshake { source: error.into() }),
        };
        let _ = running.waiting().await;
        Ok(())
    };
    let too_long = async {
        ending.cancelled().await;
        tokio::time::sleep(grace().saturating_add(LAST_WORDS)).await;
    };
    tokio::select! {
        ended = ended => ended,
        // A client that does not read what is written to it holds nothing up for ever.
        () = too_long => {
            tracing::warn!("the client does not read its answers; the conversation is ended");
            Ok(())
        }
        () = shutdown.was_cut() => Err(ServeError::Cut),
    }
}
