//! A read: from the request to the SDK's result (G3, G21, G23, G29).

use rmcp::{
    ErrorData, RoleServer,
    model::{ReadResourceRequestParams, ReadResourceResponse},
    service::RequestContext,
};

use crate::{CallerSource, LiveGateway, caller, convert, error};

/// Answers `resources/read`.
///
/// # Errors
/// What is not there, is hidden or is denied is one and the same: not found, by the code of the revision. A URI that
/// breaks U1 is invalid params; everything else is internal.
pub async fn read_resource<C: Send + Sync + 'static>(
    gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    request: ReadResourceRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<ReadResourceResponse, ErrorData> {
    let gateway = gateway.current();
    let caller = caller::ask(caller, &context)?;
    let bundle = tokio::select! {
        biased;
        // Dropping the read ends it (G3).
        () = context.ct.cancelled() => return Err(error::cancelled()),
        bundle = gateway.read(&caller, &request.uri) => bundle.map_err(|failure| error::read(&failure, &context))?,
    };
    let cache = error::is_modern(&context).then(|| bundle.cache());
    Ok(convert::bundle(bundle, cache).into())
}
