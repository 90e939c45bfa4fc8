//! One function for each method of `rmcp::ServerHandler` that a gateway answers, for a block written by hand.
//!
//! Call them where neither [`GatewayHandler`](crate::GatewayHandler) nor `#[resource_handler]` will do: where one of
//! these methods has to do something of your own, such as counting or refusing, before the gateway answers or after.
//! Then leave the attribute out and write all of them, since a client is promised all by [`announce`].
//!
//! ```
//! use rmcp::{
//!     ErrorData, RoleServer, ServerHandler,
//!     model::{
//!         CompleteRequestParams, CompleteResult, ListResourceTemplatesResult, ListResourcesResult,
//!         PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerConfig,
//!         SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams,
//!     },
//!     service::{RequestContext, SubscriptionContext},
//! };
//! use wayleave_rmcp::{LiveGateway, glue};
//!
//! type Context = RequestContext<RoleServer>;
//!
//! struct Server {
//!     gateway: LiveGateway<()>,
//! }
//!
//! fn nobody(_context: &Context) {}
//!
//! impl ServerHandler for Server {
//!     fn get_info(&self) -> ServerConfig {
//!         glue::announce(ServerConfig::default(), false)
//!     }
//!
//!     async fn list_resources(
//!         &self,
//!         request: Option<PaginatedRequestParams>,
//!         context: Context,
//!     ) -> Result<ListResourcesResult, ErrorData> {
//!         glue::list_resources(&self.gateway, &nobody, request, context).await
//!     }
//!
//!     async fn list_resource_templates(
//!         &self,
//!         request: Option<PaginatedRequestParams>,
//!         context: Context,
//!     ) -> Result<ListResourceTemplatesResult, ErrorData> {
//!         glue::list_resource_templates(&self.gateway, &nobody, request, context).await
//!     }
//!
//!     async fn read_resource(
//!         &self,
//!         request: ReadResourceRequestParams,
//!         context: Context,
//!     ) -> Result<ReadResourceResponse, ErrorData> {
//!         glue::read_resource(&self.gateway, &nobody, request, context).await
//!     }
//!
//!     async fn complete(
//!         &self,
//!         request: CompleteRequestParams,
//!         context: Context,
//!     ) -> Result<CompleteResult, ErrorData> {
//!         glue::complete(&self.gateway, &nobody, request, context).await
//!     }
//!
//!     fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
//!         glue::accepted_subscription_filter(requested)
//!     }
//!
//!     async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
//!         glue::listen(&self.gateway, &nobody, context).await
//!     }
//!
//!     async fn subscribe(&self, request: SubscribeRequestParams, context: Context) -> Result<(), ErrorData> {
//!         glue::subscribe(&self.gateway, &nobody, request, context).await
//!     }
//!
//!     async fn unsubscribe(&self, request: UnsubscribeRequestParams, context: Context) -> Result<(), ErrorData> {
//!         glue::unsubscribe(&self.gateway, &nobody, request, context).await
//!     }
//! }
//! ```
//!
//! The SDK makes one future of all methods of a handler, of four kilobytes by itself, and moves it about some thirty times
//! a request. What is asked of the gateway is boxed where it would make that larger.

#[cfg(feature = "macros")]
mod attribute;
mod complete;
mod list;
mod read;
mod subscribe;

use rmcp::model::ServerConfig;
#[cfg(feature = "macros")]
#[doc(hidden)]
pub use rmcp::{model, service::SubscriptionContext};

#[cfg(feature = "macros")]
#[doc(hidden)]
pub use self::attribute::{Answer, Context, Everyone, Live, Served, closure, info, served, served_to_all};
pub use self::{
    complete::complete,
    list::{list_resource_templates, list_resources},
    read::read_resource,
    subscribe::{accepted_subscription_filter, listen, subscribe, unsubscribe},
};
#[doc(hidden)]
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
