//! What the block may hold beside what is written into it.

use syn::{Attribute, ImplItem, ImplItemFn, ItemImpl};

use super::order::is_ours;
use crate::defects::Defects;

/// Where the attribute belongs.
pub(super) const PLACE: &str = "`#[resource_handler]` stands on an `impl ServerHandler for …` block";

/// The methods that only the gateway answers.
const LISTS_AND_READS: [&str; 3] = ["list_resources", "list_resource_templates", "read_resource"];

/// The methods by which clients learn of changes.
const SUBSCRIPTIONS: [&str; 4] = ["listen", "accepted_subscription_filter", "subscribe", "unsubscribe"];

/// Checks the block: its trait, its attributes, its methods.
pub(super) fn check(block: &ItemImpl, defects: &mut Defects) {
    match &block.trait_ {
        Some((path, _)) if path.segments.last().is_some_and(|last| last.ident == "ServerHandler") => {}
        Some((path, _)) => defects.at(path, PLACE),
        None => defects.at(&block.self_ty, PLACE),
    }
    for attribute in &block.attrs {
        second(attribute, defects);
    }
    for item in &block.items {
        if let ImplItem::Fn(function) = item {
            method(function, defects);
        }
    }
}

fn second(attribute: &Attribute, defects: &mut Defects) {
    if is_ours(attribute) {
        defects.at(
            attribute,
            "`#[resource_handler]` stands here twice: a server has one gateway, of as many resources and manifests as \
             you like",
        );
    }
}

fn method(function: &ImplItemFn, defects: &mut Defects) {
    let name = &function.sig.ident;
    if LISTS_AND_READS.iter().any(|other| name == other) {
        defects.at(
            name,
            format_args!(
                "`{name}` is the gateway's to answer: remove this method, and serve its resources by \
                 `Gateway::builder(…).resources(…)`"
            ),
        );
    } else if SUBSCRIPTIONS.iter().any(|other| name == other) {
        defects.at(
            name,
            format_args!(
                "`#[resource_handler]` writes `{name}`: remove this method; or, for one of your own, remove the \
                 attribute, and call `wayleave_rmcp::glue::{name}` in it"
            ),
        );
    } else if name == "complete" && function.sig.asyncness.is_none() {
        defects.at(
            name,
            "`complete` is not `async`: write `async fn complete`, so that the gateway can answer for resources before \
             it does for the rest",
        );
    }
}
