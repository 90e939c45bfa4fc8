//! Resource identifiers (U1, U2): checked once, kept byte for byte.
//!
//! [`UriRef`] borrows a checked URI and knows where its parts are; [`Uri`] owns one. Nothing here
//! normalises: two URIs are the same only if their bytes are.

mod error;
mod scan;
mod segments;

use std::{fmt, sync::Arc};

pub use error::{UriError, UriErrorKind};
pub(crate) use scan::{Parts, scan, scheme_length};
pub(crate) use segments::Segments;

/// The scheme of generated warnings. No definition, template or target may use it (U2).
pub const RESERVED_SCHEME: &str = "mcp-warning";

/// An owned resource identifier (U1). Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uri(Arc<str>);

impl Uri {
    /// Checks `text` against U1 and keeps its bytes as they are.
    ///
    /// # Errors
    /// A [`UriError`] with the place and kind of the first fault. A reserved scheme is no fault here: in a
    /// request such a URI is well formed and names nothing (U2); see [`UriRef::is_reserved`].
    pub fn parse(text: &str) -> Result<Self, UriError> {
        UriRef::parse(text).map(|uri| uri.to_uri())
    }

    /// The URI of a generated warning: the reserved scheme and 32 lowercase hexadecimal digits (G16).
    #[must_use]
    pub fn warning(identity: [u8; 16]) -> Self {
        Self(format!("{RESERVED_SCHEME}://read/{:032x}", u128::from_be_bytes(identity)).into())
    }

    /// The URI's text, byte for byte as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same URI with its parts located.
    #[must_use]
    pub fn as_ref(&self) -> UriRef<'_> {
        // What was checked once stays well formed, so the second scan cannot fail; an empty view would
        // match nothing.
        UriRef::parse(&self.0).unwrap_or(UriRef::none())
    }
}

impl std::borrow::Borrow<str> for Uri {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl std::str::FromStr for Uri {
    type Err = UriError;

    fn from_str(text: &str) -> Result<Self, UriError> {
        Self::parse(text)
    }
}

impl serde::Serialize for Uri {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// A borrowed resource identifier, checked against U1, with its parts located.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UriRef<'a> {
    text: &'a str,
    parts: Parts,
}

impl<'a> UriRef<'a> {
    /// Checks `text` against U1 without copying it.
    ///
    /// # Errors
    /// A [`UriError`] with the place and kind of the first fault.
    pub fn parse(text: &'a str) -> Result<Self, UriError> {
        Ok(Self { text, parts: scan(text.as_bytes())? })
    }

    /// A view of no URI at all.
    pub(crate) const fn none() -> Self {
        Self { text: "", parts: Parts::NONE }
    }

    /// The URI's text.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.text
    }

    /// An owned copy.
    #[must_use]
    pub fn to_uri(self) -> Uri {
        Uri(Arc::from(self.text))
    }

    /// The scheme as written, without its colon.
    #[must_use]
    pub fn scheme(self) -> &'a str {
        self.text.get(..self.parts.scheme_end).unwrap_or_default()
    }

    /// Whether the scheme is the one that no registration may use, compared without case (U2).
    #[must_use]
    pub fn is_reserved(self) -> bool {
        self.scheme().eq_ignore_ascii_case(RESERVED_SCHEME)
    }

    /// The scheme with its colon and the authority with its `//`, where there is one: all before the path.
    pub(crate) fn prefix(self) -> &'a str {
        self.text.get(..self.parts.path_start).unwrap_or_default()
    }

    /// The path, with its leading slash where it has one.
    pub(crate) fn path(self) -> &'a str {
        self.text.get(self.parts.path_start..self.parts.path_end).unwrap_or_default()
    }

    /// The path's segments.
    pub(crate) fn segments(self) -> Segments<'a> {
        Segments::new(self.path(), self.parts.slashes)
    }

    /// The query and the fragment, with their marks: all behind the path.
    pub(crate) fn suffix(self) -> &'a str {
        self.text.get(self.parts.path_end..).unwrap_or_default()
    }

    /// Whether a segment may be one that no capture may be (U6): not by far always, if so.
    pub(crate) fn may_be_inadmissible(self) -> bool {
        self.parts.escaped || self.parts.dotted
    }

    /// Whether a percent escape stands anywhere in the URI.
    pub(crate) fn is_escaped(self) -> bool {
        self.parts.escaped
    }
}

impl fmt::Display for UriRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl fmt::Debug for UriRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text, f)
    }
}
