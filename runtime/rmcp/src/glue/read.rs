//! A read: from the request to the SDK's result (G3, G21, G23, G29).

use std::{future::poll_fn, pin::pin, task::Poll};

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
    let served = gateway.served();
    let deadline = served.gateway.start();
    let caller = caller::ask(caller, &context)?;
    if context.ct.is_cancelled() {
        return Err(error::cancelled());
    }
    let mut read = pin!(read(&served.gateway, &caller, &request.uri, deadline, &context));
    // Most reads are over at once, and need not wait for a cancellation.
    let bundle = match poll_fn(|waker| Poll::Ready(read.as_mut().poll(waker))).await {
        Poll::Ready(bundle) => bundle,
        Poll::Pending => tokio::select! {
            biased;
            // Dropping the read ends it (G3).
            () = context.ct.cancelled() => return Err(error::cancelled()),
            bundle = read => bundle,
        },
    };
    let bundle = bundle.map_err(|failure| error::read(&failure))?;
    let cache = error::is_modern(&context).then(|| bundle.cache());
    let meta = served.meta(&bundle);
    let result = convert::bundle(bundle, meta, cache);
    // Turning megabytes into text takes its time, too.
    if deadline.is_over() { Err(error::internal()) } else { Ok(result.into()) }
}

async fn read<C: Send + Sync + 'static>(
    gateway: &Gateway<C>,
    caller: &C,
    uri: &str,
    deadline: Deadline<'_>,
    context: &RequestContext<RoleServer>,
) -> Result<Bundle, ReadFailure> {
    let options = ReadOptions::new().deadline(deadline);
    match context.meta.get_progress_token() {
        None => gateway.read_with(caller, uri, options).await,
        Some(token) => Box::pin(read_aloud(gateway, caller, uri, options, context, token)).await,
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
