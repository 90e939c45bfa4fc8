//! Completion of a template's variable (G27).

use rmcp::{
    ErrorData, RoleServer,
    model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference},
    service::RequestContext,
};

use crate::{CallerSource, LiveGateway, caller, error};

/// Answers `completion/complete` for a variable of a template.
///
/// # Errors
/// A template or a variable that is not there or not for this caller, and every other kind of reference, is invalid
/// params.
pub async fn complete<C: Send + Sync + 'static>(
    gateway: &LiveGateway<C>,
    caller: &(impl CallerSource<C> + ?Sized),
    request: CompleteRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<CompleteResult, ErrorData> {
    let Reference::Resource(reference) = &request.r#ref else {
        return Err(error::unknown_reference());
    };
    let served = gateway.served();
    let gateway = &served.gateway;
    let deadline = gateway.start();
    let caller = caller::ask(caller, &context)?;
    let arguments = request.context.as_ref().and_then(|context| context.arguments.as_ref());
    let chosen: Vec<(&str, &str)> =
        arguments.into_iter().flatten().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (variable, value) = (&request.argument.name, &request.argument.value);
    let completion = tokio::select! {
        biased;
        () = context.ct.cancelled() => return Err(error::cancelled()),
        completion = Box::pin(gateway.complete(&caller, &reference.uri, variable, value, &chosen)) => {
            completion.map_err(|failure| error::complete(&failure))?
        }
    };
    if deadline.is_over() {
        return Err(error::internal());
    }
    // How many there are is known where none was left out.
    let total = u32::try_from(completion.values().len()).ok().filter(|_| !completion.has_more());
    let info = CompletionInfo::with_pagination(completion.values().to_vec(), total, completion.has_more());
    info.map(CompleteResult::new).map_err(|_| error::internal())
}
