//! Payloads: one body with its own type and metadata, and never a URI (G7).

use std::{borrow::Cow, error::Error, fmt};

use bytes::Bytes;

/// The content of one item.
#[derive(Clone, PartialEq, Eq)]
pub enum Body {
    /// Text. Empty text is text.
    Text(Cow<'static, str>),
    /// Bytes. No bytes are bytes.
    Bytes(Bytes),
}

impl Body {
    /// The text, where it is text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bytes(_) => None,
        }
    }

    /// The content as bytes, of either kind.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Contents may be large, and are nobody's business in a log.
        match self {
            Self::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Self::Bytes(bytes) => write!(f, "Bytes({} bytes)", bytes.len()),
        }
    }
}

/// What a reader returns for one target.
///
/// The MIME type is the payload's own, else the definition's, else the one of its kind: `text/plain`,
/// `application/json` or `application/octet-stream`.
#[derive(Clone, Debug, PartialEq)]
pub struct Payload {
    pub(super) body: Body,
    pub(super) mime_type: Option<Cow<'static, str>>,
    pub(super) kind_type: &'static str,
    pub(super) meta: serde_json::Map<String, serde_json::Value>,
}

impl Payload {
    /// A text.
    pub fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Body::Text(text.into()), "text/plain")
    }

    /// Bytes.
    pub fn bytes(bytes: impl Into<Bytes>) -> Self {
        Self::new(Body::Bytes(bytes.into()), "application/octet-stream")
    }

    /// `value` as JSON text.
    ///
    /// # Errors
    /// [`ReadError`] where the value does not serialise.
    pub fn json(value: &impl serde::Serialize) -> Result<Self, ReadError> {
        let text = serde_json::to_string(value).map_err(ReadError::failed)?;
        Ok(Self::new(Body::Text(text.into()), "application/json"))
    }

    /// The same payload with a MIME type of its own.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<Cow<'static, str>>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// The same payload with metadata, of at most 64 KiB of JSON. The key of the read report is not its own
    /// to use: a payload that does is malformed.
    #[must_use]
    pub fn with_meta(mut self, meta: serde_json::Map<String, serde_json::Value>) -> Self {
        self.meta = meta;
        self
    }

    fn new(body: Body, kind_type: &'static str) -> Self {
        Self { body, mime_type: None, kind_type, meta: serde_json::Map::new() }
    }
}

impl From<&'static str> for Payload {
    fn from(text: &'static str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Payload {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<Bytes> for Payload {
    fn from(bytes: Bytes) -> Self {
        Self::bytes(bytes)
    }
}

impl From<Vec<u8>> for Payload {
    fn from(bytes: Vec<u8>) -> Self {
        Self::bytes(bytes)
    }
}

/// Why a reader returned no payload. The cause stays with the host (G18).
pub struct ReadError {
    pub(super) kind: ReadErrorKind,
}

pub(super) enum ReadErrorKind {
    Unavailable,
    Failed(Box<dyn Error + Send + Sync>),
    InvalidContent(Box<dyn Error + Send + Sync>),
    TooLarge(Option<u64>),
}

impl ReadError {
    /// Storage does not give this out now: `unavailable` in the report.
    #[must_use]
    pub const fn unavailable() -> Self {
        Self { kind: ReadErrorKind::Unavailable }
    }

    /// Reading failed: `read_failed`, the one code that says a retry may help.
    pub fn failed(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { kind: ReadErrorKind::Failed(cause.into()) }
    }

    /// What is stored there is not what it should be: `invalid_content`.
    pub fn invalid_content(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { kind: ReadErrorKind::InvalidContent(cause.into()) }
    }

    /// The body has more bytes than [`ReadRequest::max_bytes`](super::ReadRequest::max_bytes), and how many,
    /// where the reader knows: `budget_exceeded`, as if it had been read and found too large.
    #[must_use]
    pub const fn too_large(bytes: Option<u64>) -> Self {
        Self { kind: ReadErrorKind::TooLarge(bytes) }
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // G18: without the cause.
        match self.kind {
            ReadErrorKind::Unavailable => f.write_str("ReadError(unavailable)"),
            ReadErrorKind::Failed(_) => f.write_str("ReadError(failed)"),
            ReadErrorKind::InvalidContent(_) => f.write_str("ReadError(invalid content)"),
            ReadErrorKind::TooLarge(bytes) => write!(f, "ReadError(too large: {bytes:?})"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ReadErrorKind::Unavailable => "not available",
            ReadErrorKind::Failed(_) => "reading failed",
            ReadErrorKind::InvalidContent(_) => "the content is not valid",
            ReadErrorKind::TooLarge(_) => "the content is too large",
        })
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ReadErrorKind::Failed(cause) | ReadErrorKind::InvalidContent(cause) => Some(&**cause),
            ReadErrorKind::Unavailable | ReadErrorKind::TooLarge(_) => None,
        }
    }
}
