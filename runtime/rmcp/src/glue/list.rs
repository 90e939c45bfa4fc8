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
    let gateway = gateway.current();
    let caller = caller::ask(caller, context)?;
    let cursor = request.as_ref().and_then(|request| request.cursor.as_deref());
    let page = tokio::select! {
        biased;
        () = context.ct.cancelled() => return Err(error::cancelled()),
        page = gateway.list(&caller, listing, cursor) => page.map_err(|failure| error::list(&failure))?,
    };
    Ok(Page {
        items: page.definitions().iter().map(|definition| convert(definition)).collect(),
        next_cursor: page.next_cursor().map(Into::into),
        cache_scope: error::is_modern(context).then_some(CacheScope::Private),
    })
}
