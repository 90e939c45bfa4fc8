//! The contract, rule by rule: each test says which rules of the gateway (G…) or the catalog (C…) it holds.
//!
//! The tests know the gateway by its public surface only. Policy, bindings, clock and randomness are the
//! [`harness`]'s: scripted, recorded, and without any real time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod adapter;
mod batch;
mod bindings;
mod budget;
mod build;
mod cache;
mod catalog;
mod causes;
mod clock;
mod completion;
mod cursors;
mod denial;
mod dependencies;
mod drops;
mod failures;
mod foreign;
mod harness;
mod listing;
mod model;
mod notify;
mod order;
mod payload;
mod plan;
mod private;
mod proof;
mod recheck;
mod replacement;
mod report;
mod shrinking;
mod sizing;
mod spelling;
mod telemetry;
mod unwinding;
mod words;
