//! The adapter in one process: a server over a pipe, and clients of all revisions.

mod callers;
mod cancel;
mod complete;
mod errors;
mod harness;
mod listen;
mod lists;
mod progress;
mod reads;
mod sdk;
mod sizes;
mod subscriptions;
