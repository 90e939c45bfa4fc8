//! The `_meta` key under which the gateway writes its report (G15), and what may be such a key.

use std::{fmt, sync::Arc};

/// The key of the read report in a result's `_meta` and in a warning's.
///
/// The default is the published convention's own key, so that its clients understand ours. Cheap to clone.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct ReportKey(Option<Arc<str>>);

/// The default key. Every read has a clone of its gateway's, and this one needs no count of them.
const DEFAULT: &str = "go.phpboyscout.uk/mcp.resourceRead";

impl ReportKey {
    /// The longest key, in bytes; it counts in the reserves for the report.
    pub const MAX_BYTES: usize = 128;

    /// Checks a key: valid `_meta` syntax with a prefix, not reserved by MCP, at most 128 bytes.
    ///
    /// # Errors
    /// A [`ReportKeyError`] that says which of these does not hold.
    pub fn new(key: &str) -> Result<Self, ReportKeyError> {
        if key.len() > Self::MAX_BYTES {
            return Err(ReportKeyError::TooLong);
        }
        let (prefix, name) = key.split_once('/').ok_or(ReportKeyError::NoPrefix)?;
        let mut labels = prefix.split('.');
        if !labels.clone().all(is_label) || !is_name(name) {
            return Err(ReportKeyError::Syntax);
        }
        if labels.any(|label| label == "mcp" || label == "modelcontextprotocol") {
            return Err(ReportKeyError::Reserved);
        }
        Ok(Self((key != DEFAULT).then(|| key.into())))
    }

    /// The key's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_deref().unwrap_or(DEFAULT)
    }
}

impl fmt::Debug for ReportKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ReportKey").field(&self.as_str()).finish()
    }
}

impl fmt::Display for ReportKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A label of the prefix: begins with a letter, ends with a letter or digit, hyphens between.
fn is_label(label: &str) -> bool {
    label.starts_with(|first: char| first.is_ascii_alphabetic())
        && label.ends_with(|last: char| last.is_ascii_alphanumeric())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The name behind the slash: begins and ends with a letter or digit; `-`, `_` and `.` between.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.ends_with(|last: char| last.is_ascii_alphanumeric())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// Why a text is no key for the report (G15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReportKeyError {
    /// More than [`ReportKey::MAX_BYTES`].
    TooLong,
    /// No prefix and slash: such names belong to nobody, and two extensions would meet.
    NoPrefix,
    /// Not the syntax of a `_meta` key.
    Syntax,
    /// The prefix is one that MCP keeps for itself.
    Reserved,
}

impl fmt::Display for ReportKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "the report key has more than 128 bytes",
            Self::NoPrefix => "the report key has no prefix: write one such as `example.com/resourceRead`",
            Self::Syntax => {
                "the report key is no valid `_meta` key: write one such as `example.com/resourceRead`"
            }
            Self::Reserved => "the report key's prefix is reserved by MCP: use a domain of your own",
        })
    }
}

impl std::error::Error for ReportKeyError {}
