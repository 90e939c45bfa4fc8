//! Catalogs of other servers: those of the SDK in every revision, and scripted ones that do what no server should.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod channel;
mod channel_hostile;
mod framing;
mod handshake;
mod harness;
mod hostile;
mod http;
#[cfg(unix)]
mod process;
mod sdk;
mod share;
mod tls;
mod watch;
