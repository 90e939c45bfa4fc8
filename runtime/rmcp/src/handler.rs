//! A whole server for a gateway alone.

use std::sync::Arc;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CompleteRequestParams, CompleteResult, Implementation, ListResourceTemplatesResult,
        ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter,
        UnsubscribeRequestParams,
    },
    service::{RequestContext, SubscriptionContext},
};

use crate::{CallerSource, LiveGateway, glue};

/// A whole server for a gateway alone. Cheap to clone; all clones share the gateway.
pub struct GatewayHandler<C> {
    gateway: LiveGateway<C>,
    caller: Arc<dyn CallerSource<C>>,
    info: Arc<ServerConfig>,
}

impl<C: Send + Sync + 'static> GatewayHandler<C> {
    /// A server for `gateway`, which asks `caller` who makes a request.
    pub fn new(gateway: impl Into<LiveGateway<C>>, caller: impl CallerSource<C> + 'static) -> Self {
        let info = ServerConfig::new(ServerCapabilities::default())
            .with_server_info(Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")));
        Self {
            gateway: gateway.into(),
            caller: Arc::new(caller),
            info: Arc::new(glue::announce(info, false)),
        }
    }

    /// The same server under a name and a version of its own.
    #[must_use]
    pub fn server_info(mut self, server: Implementation) -> Self {
        Arc::make_mut(&mut self.info).server_info = server;
        self
    }

    /// The same server with instructions for its clients' models.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.info).instructions = Some(instructions.into());
        self
    }

    /// The gateway, to replace it or to say that something has changed.
    #[must_use]
    pub fn gateway(&self) -> &LiveGateway<C> {
        &self.gateway
    }
}

impl<C> Clone for GatewayHandler<C> {
    fn clone(&self) -> Self {
        Self { gateway: self.gateway.clone(), caller: Arc::clone(&self.caller), info: Arc::clone(&self.info) }
    }
}

impl<C> std::fmt::Debug for GatewayHandler<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GatewayHandler").field("info", &self.info).finish_non_exhaustive()
    }
}

impl<C: Send + Sync + 'static> ServerHandler for GatewayHandler<C> {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::clone(&self.info)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        glue::list_resources(&self.gateway, &*self.caller, request, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        glue::list_resource_templates(&self.gateway, &*self.caller, request, context).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        glue::read_resource(&self.gateway, &*self.caller, request, context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        glue::complete(&self.gateway, &*self.caller, request, context).await
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        glue::accepted_subscription_filter(requested)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        glue::listen(&self.gateway, &*self.caller, context).await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        glue::subscribe(&self.gateway, &*self.caller, request, context).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        glue::unsubscribe(&self.gateway, &*self.caller, request, context).await
    }
}
