//! The fixture on the wire: raw requests always, real clients and the conformance suite where they are installed.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may panic, helpers outside of `#[test]` too"
)]

mod clients;
mod conformance;
mod fixture;
mod http;
mod pipe;
mod requests;
mod walks;
