//! Catalogs of other servers: those of the SDK in every revision, and scripted ones that do what no server should.

mod framing;
mod handshake;
mod harness;
mod hostile;
mod http;
#[cfg(unix)]
mod process;
mod sdk;
mod watch;
