//! The headers of the protocol.

use http::{HeaderName, HeaderValue, header};

pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
pub(super) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub(super) const METHOD: HeaderName = HeaderName::from_static("mcp-method");

pub(super) const JSON: HeaderValue = HeaderValue::from_static("application/json");
pub(super) const EVENTS: HeaderValue = HeaderValue::from_static("text/event-stream");
pub(super) const JSON_OR_EVENTS: HeaderValue =
    HeaderValue::from_static("application/json, text/event-stream");

/// Whether the transport itself sets a header, or the way in which it speaks HTTP.
pub(super) fn is_reserved(name: &HeaderName) -> bool {
    name.as_str().starts_with("mcp-")
        || [
            header::ACCEPT,
            header::ACCEPT_ENCODING,
            header::CONNECTION,
            header::CONTENT_ENCODING,
            header::CONTENT_LENGTH,
            header::CONTENT_TYPE,
            header::EXPECT,
            header::HOST,
            header::TE,
            header::TRANSFER_ENCODING,
            header::UPGRADE,
        ]
        .contains(name)
}
