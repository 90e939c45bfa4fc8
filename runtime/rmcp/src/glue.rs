//! What `#[resource_handler]` calls, and what [`GatewayHandler`](crate::GatewayHandler) calls itself.
//!
//! Each function answers one method of `rmcp::ServerHandler` for a gateway. What it asks of the gateway is boxed: the
//! SDK makes one future of all methods of a handler and moves it about some thirty times a request, so the kilobytes of
//! the largest would be copied for every request of any kind.

#[cfg(feature = "macros")]
mod attribute;
mod complete;
mod list;
mod read;
mod subscribe;

use rmcp::model::ServerConfig;
#[cfg(feature = "macros")]
pub use rmcp::{model, service::SubscriptionContext};

#[cfg(feature = "macros")]
pub use self::attribute::{Answer, Context, Live, Served, closure, info, nobody, served};
pub use self::{
    complete::complete,
    list::{list_resource_templates, list_resources},
    read::read_resource,
    subscribe::{accepted_subscription_filter, listen, subscribe, unsubscribe},
};
pub use rmcp;

/// The server's description with what a gateway adds: resources with subscriptions and changes of the lists, and
/// completions; with `prompts`, also prompts unless they are announced already. Everything else stays.
#[must_use]
pub fn announce(mut info: ServerConfig, prompts: bool) -> ServerConfig {
    let resources = info.capabilities.resources.get_or_insert_default();
    resources.subscribe = Some(true);
    resources.list_changed = Some(true);
    info.capabilities.completions.get_or_insert_default();
    if prompts {
        info.capabilities.prompts.get_or_insert_default();
    }
    info
}
