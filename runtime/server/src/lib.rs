//! Serving MCP resources: stdio and streamable HTTP, with limits and an orderly end.

mod error;
mod http;
mod log;
mod server;
mod shutdown;
mod stdio;

pub use error::ServeError;
pub use http::{AllowedHost, AllowedOrigin, HttpOptions, HttpServer, NameError};
pub use rmcp;
pub use server::Server;
pub use shutdown::Shutdown;
