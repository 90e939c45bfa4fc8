//! Catalogs of other servers: connections to ask a server what it offers, and to hear when that changes.
//!
//! A [`Client`] is a connection whose handshake is done: to a child process ([`Program`]), over any pair of byte streams,
//! or over HTTP (`Endpoint`, with the feature `client-http`, and `client-tls` for HTTPS): streamable HTTP, or HTTP+SSE of
//! 2024-11-05 where a server refuses that. It is a [`Lister`], so [`discover`](wayleave::catalog::discover) walks a
//! server's lists over it, and [`Client::watch`] keeps a [`Current`] as it is at the server.
//!
//! ```
//! # use rmcp::{ServerHandler, ServiceExt};
//! use wayleave::{catalog::{BindingName, Current}, clock::TokioClock};
//! use wayleave_rmcp::client::{Client, Options};
//!
//! # struct Nothing;
//! # impl ServerHandler for Nothing {}
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let (near, far) = tokio::io::duplex(4096);
//! # tokio::spawn(async move { Nothing.serve(far).await.map(|running| tokio::spawn(running.waiting())) });
//! # let (read, write) = tokio::io::split(near);
//! let client = Client::over(read, write, Options::new("host", "1.0.0")).await?; // or `Client::spawn`, `Client::http`
//! let current = Current::new(BindingName::new("wiki")?);
//! let discovery = client.discovery(current.binding());
//! let adoption = current.refresh(&client, &discovery, &TokioClock::new()).await?;
//! assert_eq!(adoption.generation().number(), 1);
//! client.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! # Why this is not the SDK's client
//!
//! The SDK parses whatever comes into its own types before it hands anything on, on all of its transports. A page is then
//! lost to one malformed item, a schema is no longer the bytes that the server wrote, so it has no digest (C12), and a
//! message has been held, and recursed into, before anyone can refuse it. So this client frames messages itself,
//! measures them while they come, and keeps each result as text. It does what discovery needs and nothing else. Tools are
//! called by the SDK's client: over the same standard streams or the same HTTP+SSE ([`Client::share`]), or over a
//! streamable HTTP connection of its own.
//!
//! # What a server can do to it
//!
//! Each message is bounded in bytes and in levels before it is parsed, each call in time; there is one page at a time. It
//! answers `ping`, and every other request of the server's with *method not found*. Over HTTP it goes nowhere but to the
//! scheme, host and port that it was given, wherever a server redirects it or wants its messages. Errors hold numbers,
//! fixed words and a server's own error text, escaped and cut; never a header, an argument or a variable.
//!
//! Rules C3, C5 and C11.

mod connection;
mod error;
mod handshake;
#[cfg(feature = "client-http")]
mod http;
mod lines;
mod link;
mod message;
mod meter;
mod options;
mod out;
mod process;
mod revision;
mod secrets;
mod share;
mod step;
mod stream;
mod watch;

pub use connection::Client;
pub use error::{ClientError, EndpointFault, ServerError};
#[cfg(feature = "client-http")]
pub use http::Endpoint;
pub use options::{Opening, Options};
pub use process::Program;
pub use secrets::Secrets;
pub use share::SharedTransport;
pub use step::Step;
pub use watch::Watch;
#[cfg(doc)]
use wayleave::catalog::{Current, Lister};
