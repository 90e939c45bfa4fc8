//! Manifests read through a gateway.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod bundles;
mod completion;
mod errors;
mod site;
mod stores;
mod templates;
mod types;
