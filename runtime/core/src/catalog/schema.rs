//! A tool's schema: its exact bytes, and their digest (C3, C5, C12).

use std::fmt;

use super::{
    Digest,
    bounds::{SCHEMA_BYTES, SCHEMA_LEVELS},
    digest,
    json::{JsonFault, Kind, scan_telling},
};

/// A JSON Schema as a server wrote it, byte for byte: a JSON object within bounds, and its digest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Schema<'a> {
    text: &'a str,
    digest: Digest,
}

impl<'a> Schema<'a> {
    /// Checks `text`.
    ///
    /// # Errors
    /// Text that is no JSON object, is larger than [`SCHEMA_BYTES`] or nested deeper than [`SCHEMA_LEVELS`]. Keys that
    /// are there twice are no JSON here: readers differ in which one they take.
    pub fn parse(text: &'a str) -> Result<Self, SchemaFault> {
        Self::examine(text).map(|(schema, _)| schema)
    }

    /// The same, and whether the texts inside may hold more than ASCII.
    pub(super) fn examine(text: &'a str) -> Result<(Self, bool), SchemaFault> {
        if text.len() > SCHEMA_BYTES {
            return Err(SchemaFault::TooLarge { bytes: text.len() });
        }
        // What the scan has gone over is hashed at once: a processor does both in little more time than one of them.
        let mut hasher = digest::of_schema(text.as_bytes());
        let facts =
            scan_telling(text, SCHEMA_LEVELS, |left| hasher.up_to(left)).map_err(SchemaFault::Json)?;
        if facts.kind != Kind::Object {
            return Err(SchemaFault::NotAnObject);
        }
        Ok((Self { text, digest: Digest::from_bytes(hasher.finish()) }, facts.beyond_ascii))
    }

    /// A schema that was checked before.
    pub(super) fn checked(text: &'a str, digest: Digest) -> Self {
        Self { text, digest }
    }

    /// The text, as it was sent.
    #[must_use]
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// The digest of the text's bytes.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }
}

impl fmt::Debug for Schema<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Schema({}, {} bytes)", self.digest.short(), self.text.len())
    }
}

/// Why a text is no schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaFault {
    /// It is larger than [`SCHEMA_BYTES`].
    TooLarge {
        /// Its length in bytes.
        bytes: usize,
    },
    /// It is not JSON, not JSON that all readers understand alike, or nested too deeply.
    Json(JsonFault),
    /// It is JSON and not an object.
    NotAnObject,
}

impl SchemaFault {
    /// Whether a bound of [C3](super) is exceeded, rather than the form wrong.
    #[must_use]
    pub fn is_over_bound(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::Json(JsonFault::TooDeep { .. }))
    }
}

impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { bytes } => write!(f, "its {bytes} bytes are too many"),
            Self::Json(fault) => fault.fmt(f),
            Self::NotAnObject => f.write_str("it is not a JSON object"),
        }
    }
}

impl std::error::Error for SchemaFault {}
