//! Subscriptions of all revisions (G28).

use std::collections::HashSet;

use rmcp::{
    ErrorData, RoleServer,
    model::{SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams},
    service::{RequestContext, SubscriptionContext},
};
use wayleave::{Gateway, model::UriRef};

use crate::{CallerSource, LiveGateway, caller, error, listen::Listener};

/// What of a requested filter a gateway tells: changes of the lists, and of the first 1,024 resources. A malformed URI
/// is no resource.
#[must_use]
pub fn accepted_subscription_filter(requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
    let mut accepted = SubscriptionFilter::new();
    accepted.resources_list_changed = requested.resources_list_changed;
    accepted.resource_subscriptions = requested.resource_subscriptions.as_ref().map(|uris| {
        let mut seen = HashSet::new();
        let resources = uris.iter().filter(|uri| UriRef::parse(uri).is_ok() && seen.insert(uri.as_str()));
        resources.take(Listener::<()>::MAX_RESOURCES).cloned().collect()
    });
    Some(accepted)
}

/// Answers `subscriptions/listen`, until the client or the server ends it.
///
/// # Errors
/// A malformed URI is invalid params, once the rest of the filter has been acknowledged.
pub async fn listen<C: Send + Sync + 'static>(
    gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    context: SubscriptionContext,
) -> Result<(), ErrorData> {
    for uri in context.requested().resource_subscriptions.iter().flatten() {
        well_formed(uri, &gateway.served().gateway)?;
    }
    let caller = caller::ask(caller, context.request_context())?;
    let stream = gateway.listeners().stream(context.sink().clone(), caller);
    tokio::select! {
        biased;
        () = context.cancelled() => {}
        () = Box::pin(stream.run(gateway)) => {}
    }
    Ok(())
}

/// Answers `resources/subscribe` of the older revisions.
///
/// # Errors
/// A malformed URI is invalid params, and so is one more than 1,024 of a connection. Hidden and unknown ones are
/// subscribed to alike.
pub async fn subscribe<C: Send + Sync + 'static>(
    gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    request: SubscribeRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<(), ErrorData> {
    let caller = caller::ask(caller, &context)?;
    well_formed(&request.uri, &gateway.served().gateway)?;
    let connection = gateway.listeners().connection(&context.peer).ok_or_else(error::no_connection)?;
    connection.subscribe(&request.uri, caller).map_err(|_| error::too_many_subscriptions())
}

/// Answers `resources/unsubscribe` of the older revisions. What was not subscribed to is no error.
///
/// # Errors
/// A malformed URI is invalid params.
pub async fn unsubscribe<C: Send + Sync + 'static>(
    gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    request: UnsubscribeRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<(), ErrorData> {
    caller::ask(caller, &context)?;
    well_formed(&request.uri, &gateway.served().gateway)?;
    if let Some(connection) = gateway.listeners().connection(&context.peer) {
        connection.unsubscribe(&request.uri);
    }
    Ok(())
}

/// Whether a URI could be one of a resource. What is registered has no part in it.
fn well_formed<C: Send + Sync + 'static>(uri: &str, gateway: &Gateway<C>) -> Result<(), ErrorData> {
    if uri.len() > gateway.limits().max_uri_bytes {
        return Err(error::uri_too_long());
    }
    UriRef::parse(uri).map(drop).map_err(|fault| error::malformed_uri(uri, fault))
}
