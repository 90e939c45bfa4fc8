//! Serving MCP resources: stdio and streamable HTTP, with limits and an orderly end.
//!
//! [`Server`] serves any handler of the official SDK, [`rmcp`], so also one that has tools and prompts beside a
//! gateway's resources. [`ServedManifest`] makes one of a checked manifest, and [`Watch`] keeps it up to date with its
//! file. [`Shutdown`] ends servers: reads that are under way are finished.
//!
//! Over HTTP, every request stands alone: there are no sessions, whatever the revision, so any number of servers can
//! stand behind one balancer if they share their [page keys](page_keys). Who asks is
//! for the handler to say, of a request's own parts; a served manifest asks nobody, and its callers are anonymous.
//!
//! What goes to `tracing` holds no URI and nothing private, as far as it comes from here and from the gateway. The SDK
//! itself logs whole messages at the level `debug`: leave its target, `rmcp`, out.

mod error;
mod http;
mod keys;
mod manifest;
mod refusal;
mod server;
mod shutdown;
mod stdio;
mod watch;

pub use error::ServeError;
pub use http::{AllowedHost, AllowedOrigin, HttpOptions, HttpServer, NameError};
pub use keys::{KeysError, page_keys};
pub use manifest::ServedManifest;
pub use rmcp;
pub use server::Server;
pub use shutdown::Shutdown;
pub use watch::{Change, Watch};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
