//! Both listings, page by page (G24, G25, G29).

use rmcp::{
    ErrorData, RoleServer,
    model::{CacheScope, ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams},
    service::RequestContext,
};
use wayleave::{Definition, resource::Listing};

use crate::{CallerSource, LiveGateway, caller, convert, error};

/// Answers `resources/list`.
///
/// # Errors
/// A bad cursor is invalid params and nothing more; everything else is internal.
pub async fn list_resources<C: Send + Sync + 'static>(
    gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    request: Option<PaginatedRequestParams>,
    context: RequestContext<RoleServer>,
) -> Result<ListResourcesResult, ErrorData> {
    let page = page(gateway, caller, Listing::Resources, request, &context, convert::resource).await?;
    let mut result = ListResourcesResult::with_all_items(page.items);
    result.next_cursor = page.next_cursor;
    result.ttl_ms = page.cache_scope.map(|_| 0);
    result.cache_scope = page.cache_scope;
    Ok(result)
}

/// Answers `resources/templates/list`.
///
/// # Errors
/// As for [`list_resources`].
pub async fn list_resource_templates<C: Send + Sync + 'static>(
    gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    request: Option<PaginatedRequestParams>,
    context: RequestContext<RoleServer>,
) -> Result<ListResourceTemplatesResult, ErrorData> {
    let page = page(gateway, caller, Listing::Templates, request, &context, convert::template).await?;
    let mut result = ListResourceTemplatesResult::with_all_items(page.items);
    result.next_cursor = page.next_cursor;
    result.ttl_ms = page.cache_scope.map(|_| 0);
    result.cache_scope = page.cache_scope;
    Ok(result)
}

/// A page as the SDK takes it.
struct Page<T> {
    items: Vec<T>,
    next_cursor: Option<String>,
    /// For whom it may be kept, in revisions that say so.
    cache_scope: Option<CacheScope>,
}

async fn page<C: Send + Sync + 'static, T>(
    gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    listing: Listing,
    request: Option<PaginatedRequestParams>,
    context: &RequestContext<RoleServer>,
    convert: fn(&Definition) -> T,
) -> Result<Page<T>, ErrorData> {
    let live = gateway;
    let served = live.served();
    let gateway = &served.gateway;
    let deadline = gateway.start();
    let caller = caller::ask(caller, context)?;
    let is_modern = error::is_modern(context);
    if !is_modern {
        // It now has a list that can change, and no other way to say that it wants to hear of it.
        live.listeners().connection(&context.peer);
    }
    let is_open = gateway.is_open();
    let cursor = request.as_ref().and_then(|request| request.cursor.as_deref());
    let page = tokio::select! {
        biased;
        () = context.ct.cancelled() => return Err(error::cancelled()),
        page = Box::pin(gateway.list(&caller, listing, cursor)) => page.map_err(|failure| error::list(&failure))?,
    };
    let items = page.definitions().iter().map(|definition| convert(definition)).collect();
    let next_cursor = page.next_cursor().map(Into::into);
    // The policy may have been replaced while it was asked.
    let scope = if is_open && gateway.is_open() { CacheScope::Public } else { CacheScope::Private };
    if deadline.is_over() {
        return Err(error::internal());
    }
    Ok(Page { items, next_cursor, cache_scope: is_modern.then_some(scope) })
}
