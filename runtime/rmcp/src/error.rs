//! What a client is told, by revision (G9, G18): the code, a fixed text, and at most the URI it asked for.

use rmcp::{
    ErrorData, RoleServer,
    model::{ErrorCode, ProtocolVersion},
    service::RequestContext,
};
use serde_json::json;
use wayleave::{
    model::UriError,
    resource::{CallerErrorCode, ListFailure, ListFailureKind, ReadFailure},
};

/// Whether the peer speaks 2026-07-28 or later.
pub(crate) fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    // Revisions are dates, so their order is that of their texts.
    let first = ProtocolVersion::V_2026_07_28;
    context.protocol_version().is_some_and(|version| version.as_str() >= first.as_str())
}

/// The answer to a read that failed. The SDK makes *not found* invalid params for peers that know no other code for it.
pub(crate) fn read(failure: &ReadFailure) -> ErrorData {
    let told = failure.to_caller();
    let code = match told.code() {
        CallerErrorCode::NotFound => ErrorCode::RESOURCE_NOT_FOUND,
        CallerErrorCode::InvalidUri(_) | CallerErrorCode::UriTooLong => ErrorCode::INVALID_PARAMS,
        _ => ErrorCode::INTERNAL_ERROR,
    };
    ErrorData::new(code, told.message(), told.uri().map(echo))
}

/// The answer to a listing that failed.
pub(crate) fn list(failure: &ListFailure) -> ErrorData {
    match failure.kind() {
        ListFailureKind::InvalidCursor => ErrorData::invalid_params("The cursor is not valid.", None),
        _ => internal(),
    }
}

/// The answer to a completion that failed. A template that is denied is one that is not there (G27).
pub(crate) fn complete(failure: &ReadFailure) -> ErrorData {
    match failure.to_caller().code() {
        CallerErrorCode::Internal => internal(),
        _ => unknown_reference(),
    }
}

/// The answer to a completion of something that is not there.
pub(crate) fn unknown_reference() -> ErrorData {
    ErrorData::invalid_params("Unknown template or variable.", None)
}

/// The answer to a subscription to what no read would take.
pub(crate) fn malformed_uri(uri: &str, fault: UriError) -> ErrorData {
    ErrorData::invalid_params(fault.kind().message(), Some(echo(uri)))
}

/// The answer to a URI longer than `maxUriBytes`, which is not echoed.
pub(crate) fn uri_too_long() -> ErrorData {
    ErrorData::invalid_params("the URI is too long", None)
}

/// The answer to one subscription more than a connection may have.
pub(crate) fn too_many_subscriptions() -> ErrorData {
    ErrorData::invalid_params("Too many subscriptions.", None)
}

/// The answer to a subscription of nobody who could be told.
pub(crate) fn no_connection() -> ErrorData {
    ErrorData::invalid_request("A subscription needs a connection that has been initialized.", None)
}

/// The answer where the reasons are the host's own.
pub(crate) fn internal() -> ErrorData {
    ErrorData::internal_error("The request could not be answered.", None)
}

/// The answer that nobody waits for any more.
pub(crate) fn cancelled() -> ErrorData {
    ErrorData::internal_error("The request was cancelled.", None)
}

fn echo(uri: &str) -> serde_json::Value {
    json!({ "uri": uri })
}
