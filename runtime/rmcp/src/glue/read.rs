//! A read: from the request to the SDK's result (G3, G21, G23, G29).

use rmcp::{
    ErrorData, RoleServer,
    model::{ProgressToken, ReadResourceRequestParams, ReadResourceResponse},
    service::RequestContext,
};
use tokio::sync::watch;
use wayleave::{
    Bundle, Gateway,
    resource::{Deadline, ReadFailure, ReadOptions},
};

use crate::{CallerSource, LiveGateway, caller, convert, error, progress};

/// Answers `resources/read`.
///
/// The limits on encoded sizes hold for the JSON of a [`Bundle`], which is that of the SDK's result but for three
/// fields of a fixed size; the wire reserve has room for them.
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
    let deadline = gateway.start();
    let caller = caller::ask(caller, &context)?;
    let read = Box::pin(read(&gateway, &caller, &request.uri, deadline.clone(), &context));
    let bundle = tokio::select! {
        biased;
        // Dropping the read ends it (G3).
        () = context.ct.cancelled() => return Err(error::cancelled()),
        bundle = read => bundle.map_err(|failure| error::read(&failure))?,
    };
    let cache = error::is_modern(&context).then(|| bundle.cache());
    let result = convert::bundle(bundle, cache);
    // Turning megabytes into text takes its time, too.
    if deadline.is_over() { Err(error::internal()) } else { Ok(result.into()) }
}

async fn read<C: Send + Sync + 'static>(
    gateway: &Gateway<C>,
    caller: &C,
    uri: &str,
    deadline: Deadline,
    context: &RequestContext<RoleServer>,
) -> Result<Bundle, ReadFailure> {
    let options = ReadOptions::new().deadline(deadline);
    match context.meta.get_progress_token() {
        None => gateway.read_with(caller, uri, options).await,
        Some(token) => read_aloud(gateway, caller, uri, options, context, token).await,
    }
}

/// Reads, and says meanwhile how far it has come.
async fn read_aloud<C: Send + Sync + 'static>(
    gateway: &Gateway<C>,
    caller: &C,
    uri: &str,
    options: ReadOptions<'_>,
    context: &RequestContext<RoleServer>,
    token: ProgressToken,
) -> Result<Bundle, ReadFailure> {
    let (sender, receiver) = watch::channel(None);
    let read = async move {
        // Owned here, so that the end of the read is the end of the reports.
        let listener = |progress| _ = sender.send_replace(Some(progress));
        gateway.read_with(caller, uri, options.progress(&listener)).await
    };
    tokio::join!(read, progress::report(receiver, &context.peer, token)).0
}
