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
pub struct GatewayHandler<C>(Arc<Parts<C>>);

/// One pointer to all of it, since a server clones its handler for each request.
struct Parts<C> {
    gateway: LiveGateway<C>,
    caller: Arc<dyn CallerSource<C>>,
    info: ServerConfig,
}

impl<C: Send + Sync + 'static> GatewayHandler<C> {
    /// A server for `gateway`, which asks `caller` who makes a request.
    pub fn new(gateway: impl Into<LiveGateway<C>>, caller: impl CallerSource<C> + 'static) -> Self {
        let info = ServerConfig::new(ServerCapabilities::default())
            .with_server_info(Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")));
        let (gateway, info) = (gateway.into(), glue::announce(info, false));
        Self(Arc::new(Parts { gateway, caller: Arc::new(caller), info }))
    }

    /// The same server under a name and a version of its own.
    #[must_use]
    pub fn server_info(self, server: Implementation) -> Self {
        self.describe(|info| info.server_info = server)
    }

    /// The same server with instructions for its clients' models.
    #[must_use]
    pub fn instructions(self, instructions: impl Into<String>) -> Self {
        self.describe(|info| info.instructions = Some(instructions.into()))
    }

    /// The gateway, to replace it or to say that something has changed.
    #[must_use]
    pub fn gateway(&self) -> &LiveGateway<C> {
        &self.0.gateway
    }

    fn describe(&self, change: impl FnOnce(&mut ServerConfig)) -> Self {
        let Parts { gateway, caller, info } = &*self.0;
        let mut info = info.clone();
        change(&mut info);
        Self(Arc::new(Parts { gateway: gateway.clone(), caller: Arc::clone(caller), info }))
    }
}

impl<C> Clone for GatewayHandler<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C> std::fmt::Debug for GatewayHandler<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GatewayHandler").field("info", &self.0.info).finish_non_exhaustive()
    }
}

impl<C: Send + Sync + 'static> ServerHandler for GatewayHandler<C> {
    fn get_info(&self) -> ServerConfig {
        self.0.info.clone()
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        glue::list_resources(&self.0.gateway, &*self.0.caller, request, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        glue::list_resource_templates(&self.0.gateway, &*self.0.caller, request, context).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        glue::read_resource(&self.0.gateway, &*self.0.caller, request, context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        glue::complete(&self.0.gateway, &*self.0.caller, request, context).await
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        glue::accepted_subscription_filter(requested)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        glue::listen(&self.0.gateway, &*self.0.caller, context).await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        glue::subscribe(&self.0.gateway, &*self.0.caller, request, context).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        glue::unsubscribe(&self.0.gateway, &*self.0.caller, request, context).await
    }
}
