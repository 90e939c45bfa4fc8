//! A boathouse: a server on the SDK `rmcp` with two tools and a prompt, which one attribute gives resources.

mod boats;
pub mod http;
mod resources;
mod server;

pub use boats::Boats;
pub use resources::{Caller, gateway};
pub use server::Server;
