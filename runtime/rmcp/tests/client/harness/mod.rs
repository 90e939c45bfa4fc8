//! Servers for a client to meet.

mod bridge;
mod hall;
mod script;
mod web;

use std::error::Error;

use wayleave::{
    catalog::{BindingName, DiscoverError, Discovery, Generation, Limits, discover},
    clock::TokioClock,
};
use wayleave_rmcp::client::{Client, ClientError, Options};

pub(crate) use self::{
    bridge::{ACCEPTED, Bridge, PLACE},
    hall::Hall,
    script::{Script, TOOLS, ends, list_of, pair},
    web::{Heard, Web, json},
};

pub(crate) fn options() -> Options {
    Options::new("test", "0")
}

pub(crate) fn binding() -> BindingName {
    BindingName::new("hall").unwrap()
}

/// What discovery with the default limits comes to.
pub(crate) async fn discovered(client: &Client) -> Result<Generation, DiscoverError> {
    discovered_within(client, Limits::default()).await
}

pub(crate) async fn discovered_within(client: &Client, limits: Limits) -> Result<Generation, DiscoverError> {
    let discovery: Discovery = client.discovery(&binding()).limits(limits);
    discover(client, &discovery, &TokioClock::new()).await
}

/// The tools' raw names.
pub(crate) fn names(generation: &Generation) -> Vec<String> {
    generation.tools().iter().map(|tool| tool.raw_name().to_owned()).collect()
}

/// Checks that no cause of an error repeats what it is the cause of.
pub(crate) fn says_nothing_twice(error: &(dyn Error + 'static)) {
    let mut above = error;
    while let Some(cause) = above.source() {
        let [one, other] = [above, cause].map(ToString::to_string);
        assert!(!one.contains(&other), "said twice: {one}: {other}");
        above = cause;
    }
}

/// The client's own error, which discovery has handed on.
pub(crate) fn cause(error: &DiscoverError) -> &ClientError {
    says_nothing_twice(error);
    error.source().and_then(|source| source.downcast_ref()).unwrap_or_else(|| panic!("{error}"))
}

/// Waits until nothing in the process has anything to do: paused time only moves then.
pub(crate) async fn settle() {
    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
}
