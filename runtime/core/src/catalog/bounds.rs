//! What a peer's texts may measure (C3, C4). The bounds are constants, so that all hosts agree on a digest.

use std::fmt;

use super::deceive::printable;

/// The bytes of an identifier: a binding name, a protocol version, the name of a tool or prompt, a URI, a template.
pub const IDENTIFIER_BYTES: usize = 512;
/// The bytes of any other name and of a title.
pub const NAME_BYTES: usize = 1024;
/// The bytes of a description and of a server's instructions.
pub const PROSE_BYTES: usize = 64 * 1024;
/// The bytes of a schema, and of a server's capabilities.
pub const SCHEMA_BYTES: usize = 1024 * 1024;
/// The levels of arrays and objects in a schema, and in a server's capabilities.
pub const SCHEMA_LEVELS: usize = 64;
/// The arguments of a prompt.
pub const PROMPT_ARGUMENTS: usize = 256;
/// The bytes of a list's cursor.
pub const CURSOR_BYTES: usize = 4 * 1024;

/// Why a text is no identifier (C4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IdentifierFault {
    /// It is empty.
    Empty,
    /// It is longer than [`IDENTIFIER_BYTES`], or for the name of a prompt's argument [`NAME_BYTES`].
    TooLong {
        /// Its length in bytes.
        bytes: usize,
    },
    /// It holds a control character.
    ControlCharacter {
        /// Where, in bytes.
        at: usize,
    },
}

impl fmt::Display for IdentifierFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::TooLong { bytes } => write!(f, "its {bytes} bytes are too many"),
            Self::ControlCharacter { at } => write!(f, "it holds a control character, at byte {at}"),
        }
    }
}

impl std::error::Error for IdentifierFault {}

/// Checks an identifier (C4).
pub(super) fn check_identifier(text: &str) -> Result<(), IdentifierFault> {
    check(text, IDENTIFIER_BYTES)
}

/// Checks the name of a prompt's argument, which goes on the wire as it is.
pub(super) fn check_argument(text: &str) -> Result<(), IdentifierFault> {
    check(text, NAME_BYTES)
}

fn check(text: &str, most: usize) -> Result<(), IdentifierFault> {
    if text.is_empty() {
        return Err(IdentifierFault::Empty);
    }
    if text.len() > most {
        return Err(IdentifierFault::TooLong { bytes: text.len() });
    }
    // There are controls beyond ASCII, too.
    if printable(text) {
        return Ok(());
    }
    match text.char_indices().find(|(_, character)| character.is_control()) {
        Some((at, _)) => Err(IdentifierFault::ControlCharacter { at }),
        None => Ok(()),
    }
}

/// A text for readers, cut at a character where it was too long (C3).
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Prose {
    text: Box<str>,
    /// The bytes it had, if some were cut off.
    cut_from: Option<u32>,
}

impl Prose {
    /// A name or title.
    pub(super) fn name(text: impl Into<Box<str>>) -> Self {
        Self::new(text.into(), NAME_BYTES)
    }

    /// A description or instructions.
    pub(super) fn description(text: impl Into<Box<str>>) -> Self {
        Self::new(text.into(), PROSE_BYTES)
    }

    fn new(text: Box<str>, most: usize) -> Self {
        match bounded(&text, most) {
            (_, None) => Self { text, cut_from: None },
            (kept, cut_from) => Self { text: kept.into(), cut_from },
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn into_text(self) -> Box<str> {
        self.text
    }

    pub(super) fn cut_from(&self) -> Option<u32> {
        self.cut_from
    }
}

impl serde::Serialize for Prose {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl fmt::Debug for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::Quote::new(&self.text).fmt(f)
    }
}

/// The longest start of `text` that has at most `most` bytes and ends between characters.
pub(super) fn cut(text: &str, most: usize) -> &str {
    let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
    text.get(..end).unwrap_or(text)
}

/// As much of `text` as may be kept, and the bytes it has if that is not all.
pub(super) fn bounded(text: &str, most: usize) -> (&str, Option<u32>) {
    if text.len() <= most {
        return (text, None);
    }
    (cut(text, most), Some(u32::try_from(text.len()).unwrap_or(u32::MAX)))
}
