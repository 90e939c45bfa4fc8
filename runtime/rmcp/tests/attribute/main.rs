//! `#[resource_handler]` on real blocks, beside the SDK's attributes and alone, each served to the SDK's own client.

mod existing;
mod forms;
mod harness;
mod lints;
mod orders;
