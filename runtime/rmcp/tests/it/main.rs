//! The adapter in one process: a server over a pipe, and clients of all revisions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod callers;
mod cancel;
mod complete;
mod errors;
mod harness;
mod http;
mod listen;
mod lists;
mod progress;
mod reads;
mod sdk;
mod sizes;
mod subscriptions;
