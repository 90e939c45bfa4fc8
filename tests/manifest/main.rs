//! `manifest!` of both crates: what it generates is compiled here and read through gateways.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod bodies;
mod names;
mod plain;
mod rebuild;

use wayleave::{Bundle, Gateway, resource::IssueCode};

/// The only item's text.
async fn text<C: Send + Sync + 'static>(gateway: &Gateway<C>, caller: &C, uri: &str) -> String {
    let bundle = gateway.read(caller, uri).await.unwrap();
    assert!(!bundle.is_partial());
    assert_eq!(bundle.items().len(), 1);
    bundle.items()[0].body().as_text().unwrap().to_owned()
}

/// The URIs and texts of a bundle.
fn items(bundle: &Bundle) -> Vec<(&str, &str)> {
    bundle.items().iter().map(|item| (item.uri().as_str(), item.body().as_text().unwrap())).collect()
}

/// The codes of what a bundle lacks.
fn issues(bundle: &Bundle) -> Vec<IssueCode> {
    bundle.issues().iter().map(|issue| issue.code()).collect()
}
