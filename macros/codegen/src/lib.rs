//! From checked routes to Rust code: what the procedural macros and the command share.
//!
//! Each macro is a module that reads in order: parse, check, expand. The last cannot fail: where there are defects,
//! the output is one compile error for each, and stubs that keep the items usable.

mod attribute;
mod capture;
mod captures;
mod defects;
mod details;
mod entry;
mod fault;
mod generics;
#[cfg(feature = "rmcp")]
mod handler;
mod item;
#[cfg(feature = "manifest")]
pub mod manifest;
mod names;
#[cfg(feature = "pages")]
pub mod pages;
mod paths;
mod resources;
mod route;
mod set;
mod shape;
#[cfg(test)]
mod testing;

pub use capture::derive_capture;
#[cfg(feature = "rmcp")]
pub use handler::resource_handler;
pub use resources::{resources, stray};
pub use route::derive_route;
