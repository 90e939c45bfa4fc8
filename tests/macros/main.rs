//! Every form that the macros accept, compiled and read through a gateway.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod blocks;
mod captures;
mod conditions;
mod definitions;
mod generic;
mod hygiene;
mod payloads;
mod routes;

use wayleave::{
    model::Address,
    prelude::*,
    resource::{Item, ReadFailureKind},
};

/// A gateway of one block under the open policy.
fn open<C: Send + Sync + 'static>(resources: impl Resources<C>) -> Gateway<C> {
    Gateway::builder(OpenPolicy::new()).resources(resources).build().unwrap()
}

/// The texts of what a read delivers.
async fn texts<C: Send + Sync + 'static>(gateway: &Gateway<C>, caller: &C, uri: &str) -> Vec<String> {
    let bundle = gateway.read(caller, uri).await.unwrap();
    assert!(!bundle.is_partial());
    bundle.items().iter().map(|item| item.body().as_text().unwrap().to_owned()).collect()
}

/// The only text of what a read delivers.
async fn text<C: Send + Sync + 'static>(gateway: &Gateway<C>, caller: &C, uri: &str) -> String {
    let texts = texts(gateway, caller, uri).await;
    assert_eq!(texts.len(), 1);
    texts.concat()
}

/// Why a read delivers nothing.
async fn failure<C: Send + Sync + 'static>(gateway: &Gateway<C>, caller: &C, uri: &str) -> ReadFailureKind {
    gateway.read(caller, uri).await.unwrap_err().kind().clone()
}

/// The definition of a name.
fn definition<'a, C: Send + Sync + 'static>(gateway: &'a Gateway<C>, name: &str) -> &'a Definition {
    gateway.definitions().iter().find(|definition| definition.name() == name).unwrap()
}

fn address(definition: &Definition) -> &str {
    match definition.address() {
        Address::Uri(uri) => uri.as_str(),
        Address::Template(template) => template.as_str(),
    }
}

fn mime_type(items: &[Item]) -> Vec<&str> {
    items.iter().map(Item::mime_type).collect()
}
