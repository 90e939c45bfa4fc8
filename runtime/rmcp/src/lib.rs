//! A Wayleave gateway in a server on `rmcp`, the official MCP SDK for Rust.

mod caller;
mod convert;
mod error;
#[doc(hidden)]
pub mod glue;
mod handler;
mod listen;
mod live;
mod progress;

pub use caller::CallerSource;
pub use handler::GatewayHandler;
pub use live::LiveGateway;
pub use wayleave;
#[cfg(feature = "macros")]
pub use wayleave_macros::resource_handler;
