//! What `#[resource_handler]` writes into a block is made of these.

use std::sync::Arc;

use rmcp::{
    ErrorData, RoleServer,
    model::{
        CompleteRequestParams, CompleteResult, Implementation, ListResourceTemplatesResult,
        ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        Reference, ServerCapabilities, ServerConfig, SubscribeRequestParams, ToolsCapability,
        UnsubscribeRequestParams,
    },
    service::{RequestContext, SubscriptionContext},
};

use crate::{CallerSource, LiveGateway};

/// Where a request comes from.
pub type Context = RequestContext<RoleServer>;

/// What a handler gives back.
pub type Answer<T> = Result<T, ErrorData>;

/// What can be given as `gateway = …`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a gateway that a handler can serve",
    label = "not a `LiveGateway`",
    note = "keep a `LiveGateway` in a field, made by `LiveGateway::new(gateway)`, and write `gateway = self.field`"
)]
pub trait Live {
    /// Who asks.
    type Caller;

    /// The gateway.
    fn live(&self) -> &LiveGateway<Self::Caller>;
}

impl<C> Live for LiveGateway<C> {
    type Caller = C;

    fn live(&self) -> &Self {
        self
    }
}

impl<G: Live + ?Sized> Live for &G {
    type Caller = G::Caller;

    fn live(&self) -> &LiveGateway<Self::Caller> {
        (**self).live()
    }
}

impl<G: Live + ?Sized> Live for Arc<G> {
    type Caller = G::Caller;

    fn live(&self) -> &LiveGateway<Self::Caller> {
        (**self).live()
    }
}

/// A gateway, and who asks of it.
// The source has no type of its own here: where it is none, that is said once, and not by each method again.
pub struct Served<'a, C> {
    gateway: &'a LiveGateway<C>,
    caller: &'a (dyn CallerSource<C> + 'a),
}

/// Serves `gateway` to those that `caller` makes out.
pub fn served<'a, G, S>(gateway: &'a G, caller: &'a S) -> Served<'a, G::Caller>
where
    G: Live,
    S: CallerSource<G::Caller>,
{
    Served { gateway: gateway.live(), caller }
}

/// Serves `gateway`, where `caller` is not given.
pub fn served_to_all<G>(gateway: &G) -> Served<'_, G::Caller>
where
    G: Live,
    G::Caller: Everyone,
{
    Served { gateway: gateway.live(), caller: &G::Caller::everyone }
}

/// Callers who are not told apart. A trait of its own, so that what is missing can be said.
#[diagnostic::on_unimplemented(
    message = "`#[resource_handler]` has no `caller`, and this gateway tells its callers apart: they are `{Self}`",
    label = "serves a `{Self}`, and nothing says who asks",
    note = "add `caller = Self::caller`, a function `fn(&RequestContext<RoleServer>) -> {Self}`"
)]
pub trait Everyone: Sized {
    /// Whoever asks.
    fn everyone(context: &Context) -> Self;
}

impl Everyone for () {
    fn everyone(_context: &Context) {}
}

/// A closure that is a source of callers: what it takes need not be said in it.
pub fn closure<F: Fn(&Context) -> R, R>(closure: F) -> F {
    closure
}

/// The description of a server that has none.
#[must_use]
pub fn info(name: &str, version: &str, tools: bool) -> ServerConfig {
    let mut capabilities = ServerCapabilities::default();
    capabilities.tools = tools.then(ToolsCapability::default);
    ServerConfig::new(capabilities).with_server_info(Implementation::new(name, version))
}

impl<C: Send + Sync + 'static> Served<'_, C> {
    /// See [`list_resources`](super::list_resources).
    ///
    /// # Errors
    /// As there.
    pub async fn list_resources(
        self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Answer<ListResourcesResult> {
        super::list_resources(self.gateway, self.caller, request, context).await
    }

    /// See [`list_resource_templates`](super::list_resource_templates).
    ///
    /// # Errors
    /// As there.
    pub async fn list_resource_templates(
        self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Answer<ListResourceTemplatesResult> {
        super::list_resource_templates(self.gateway, self.caller, request, context).await
    }

    /// See [`read_resource`](super::read_resource).
    ///
    /// # Errors
    /// As there.
    pub async fn read_resource(
        self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Answer<ReadResourceResponse> {
        super::read_resource(self.gateway, self.caller, request, context).await
    }

    /// See [`complete`](super::complete). For what is no resource there is nothing to propose, as the SDK says where
    /// nobody has written a `complete`.
    ///
    /// # Errors
    /// As there.
    pub async fn complete(self, request: CompleteRequestParams, context: Context) -> Answer<CompleteResult> {
        match request.r#ref {
            Reference::Resource(_) => super::complete(self.gateway, self.caller, request, context).await,
            _ => Ok(CompleteResult::default()),
        }
    }

    /// See [`listen`](super::listen).
    ///
    /// # Errors
    /// As there.
    pub async fn listen(self, context: SubscriptionContext) -> Answer<()> {
        super::listen(self.gateway, self.caller, context).await
    }

    /// See [`subscribe`](super::subscribe).
    ///
    /// # Errors
    /// As there.
    pub async fn subscribe(self, request: SubscribeRequestParams, context: Context) -> Answer<()> {
        super::subscribe(self.gateway, self.caller, request, context).await
    }

    /// See [`unsubscribe`](super::unsubscribe).
    ///
    /// # Errors
    /// As there.
    pub async fn unsubscribe(self, request: UnsubscribeRequestParams, context: Context) -> Answer<()> {
        super::unsubscribe(self.gateway, self.caller, request, context).await
    }
}
