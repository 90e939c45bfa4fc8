//! `#[resource_handler]` on real blocks, beside the SDK's attributes and alone, each served to the SDK's own client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod existing;
mod forgotten;
mod forms;
mod harness;
mod lints;
mod orders;
