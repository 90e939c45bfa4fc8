//! Subscriptions of all revisions (G28).

use rmcp::{
    ErrorData, RoleServer,
    model::{SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams},
    service::{RequestContext, SubscriptionContext},
};

use crate::{CallerSource, LiveGateway, caller};

/// What of a requested filter a gateway tells: changes of the list of resources, and of resources.
#[must_use]
pub fn accepted_subscription_filter(requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
    let mut accepted = SubscriptionFilter::new();
    accepted.resources_list_changed = requested.resources_list_changed;
    accepted.resource_subscriptions.clone_from(&requested.resource_subscriptions);
    Some(accepted)
}

/// Answers `subscriptions/listen`, until the client or the server ends it.
///
/// # Errors
/// A malformed URI is invalid params.
pub async fn listen<C: Send + Sync + 'static>(
    _gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    context: SubscriptionContext,
) -> Result<(), ErrorData> {
    caller::ask(caller, context.request_context())?;
    context.cancelled().await;
    Ok(())
}

/// Answers `resources/subscribe` of the older revisions.
///
/// # Errors
/// A malformed URI is invalid params. Hidden and unknown ones are subscribed to alike.
pub async fn subscribe<C: Send + Sync + 'static>(
    _gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    _request: SubscribeRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<(), ErrorData> {
    caller::ask(caller, &context).map(drop)
}

/// Answers `resources/unsubscribe` of the older revisions.
///
/// # Errors
/// A malformed URI is invalid params.
pub async fn unsubscribe<C: Send + Sync + 'static>(
    _gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    _request: UnsubscribeRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<(), ErrorData> {
    caller::ask(caller, &context).map(drop)
}
