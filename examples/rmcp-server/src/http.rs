//! Streamable HTTP, as the SDK has it, over `hyper`.

use std::{io, sync::Arc};

use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use tokio::net::TcpListener;

use crate::Server;

/// Serves `server` to everyone who connects, for ever. The SDK lets local hosts pass, and pages of no origin.
///
/// # Errors
/// The listener's own.
pub async fn serve(server: Server, listener: TcpListener) -> io::Result<()> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .enforce_origin_validation();
    let make = move || Ok(server.clone());
    let service = TowerToHyperService::new(StreamableHttpService::<_, NeverSessionManager>::new(
        make,
        Arc::default(),
        config,
    ));
    loop {
        let (stream, _) = listener.accept().await?;
        // A connection that breaks is its client's affair.
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone()));
    }
}
