//! A peer's text in errors, warnings and logs: escaped, and never long (C3).

use std::fmt::{self, Write as _};

/// A piece of a peer's text that is safe to show: in double quotes, with everything escaped that does not print or
/// changes how other characters print, and cut after some 128 characters.
///
/// ```
/// use wayleave::catalog::Quote;
/// assert_eq!(Quote::new("read\u{202e}\u{1b}[2J").to_string(), r#""read\u{202e}\u{1b}[2J""#);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Quote(Box<str>);

/// The bytes that a quote shows, about.
const QUOTED_BYTES: usize = 128;

impl Quote {
    /// A quote of `text`, from its start.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self::with_room(text, QUOTED_BYTES)
    }

    /// A quote that shows about `room` bytes.
    pub(super) fn with_room(text: &str, room: usize) -> Self {
        let mut quoted = String::with_capacity(text.len().min(room) + 5);
        quoted.push('"');
        for character in text.chars() {
            if quoted.len() > room {
                quoted.push('…');
                break;
            }
            escape(character, &mut quoted);
        }
        quoted.push('"');
        Self(quoted.into())
    }

    /// The quote, with its quotation marks.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Appends a character as it prints, or escaped.
fn escape(character: char, into: &mut String) {
    match character {
        ' '..='~' if !matches!(character, '"' | '\\') => into.push(character),
        // Some that print nothing count as letters, or as marks that print.
        _ if super::deceive::is_invisible(character) => {
            let _ = write!(into, "{}", character.escape_unicode());
        }
        _ => into.extend(character.escape_debug()),
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
