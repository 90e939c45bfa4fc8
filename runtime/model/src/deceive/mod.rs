//! Characters that deceive a reader (C3): what is there and not seen, and what makes a text look like another one. The
//! catalog looks for them in what a server offers, and the manifest in what it is about to offer.
//!
//! None of this is a defect. Emoji and many scripts are written with joiners and variation selectors; in prose those count
//! only where they stand beside plain ASCII, or in a row.

mod bytes;

use std::fmt;

pub use bytes::printable;

/// What kind of text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A name or title: one line, and nothing that is not seen.
    Name,
    /// Text of several lines.
    Prose,
}

/// What was found in one text or several, if anything. It displays as what there is of each kind, and what a hidden text
/// reads.
///
/// ```
/// use wayleave_model::deceive::{Deceit, Place};
///
/// let mut deceit = Deceit::default();
/// deceit.look("wel\u{200b}come", Place::Name);
/// assert_eq!((deceit.to_string().as_str(), deceit.first()), ("1 zero-width character", Some(3)));
/// ```
#[derive(Debug, Default)]
pub struct Deceit {
    bidirectional: usize,
    zero_width: usize,
    tags: usize,
    selectors: usize,
    controls: usize,
    /// The byte of its text at which the first one stands.
    first: Option<usize>,
    /// What tag characters or variation selectors spell, from its start.
    spelled: String,
}

/// The bytes of a hidden text that are kept.
const SPELLED_BYTES: usize = 256;

impl Deceit {
    /// Looks at one text.
    #[inline]
    pub fn look(&mut self, text: &str, place: Place) {
        if !is_plain(text, place) {
            self.look_closely(text, place);
        }
    }

    fn look_closely(&mut self, text: &str, place: Place) {
        // The character before, that is seen; and how many selectors in a row.
        let mut before = None;
        let mut row = 0;
        for (offset, character) in text.char_indices() {
            let selector = selector_byte(character);
            row = if selector.is_some() { row + 1 } else { 0 };
            match character {
                '\n' | '\r' | '\t' if place == Place::Prose => {}
                _ if character.is_control() => self.controls += self.one(offset),
                '\u{E0000}'..='\u{E007F}' => {
                    self.tags += self.one(offset);
                    let byte = u8::try_from(u32::from(character) - 0xE0000).unwrap_or_default();
                    self.spell(byte);
                }
                _ if is_bidirectional(character) => self.bidirectional += self.one(offset),
                _ if !is_invisible(character) => before = Some(character),
                _ => {
                    let belongs = place == Place::Prose && before.is_some_and(|before| !before.is_ascii());
                    let joins = matches!(character, '\u{200C}' | '\u{200D}');
                    match selector {
                        // A keycap, as in 1️⃣, is ASCII with a selector.
                        Some(_) if row == 1 && (belongs || before.is_some_and(is_keycap)) => {}
                        Some(byte) => {
                            self.selectors += self.one(offset);
                            self.spell(byte);
                        }
                        None if joins && belongs => {}
                        None => self.zero_width += self.one(offset),
                    }
                }
            }
        }
    }

    /// One more, at this byte of its text.
    fn one(&mut self, offset: usize) -> usize {
        self.first.get_or_insert(offset);
        1
    }

    fn spell(&mut self, byte: u8) {
        if self.spelled.len() < SPELLED_BYTES && matches!(byte, b' '..=b'~') {
            self.spelled.push(char::from(byte));
        }
    }

    /// The byte at which the first one stands, in the first text that has any.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.first
    }

    /// Whether anything was found.
    #[must_use]
    pub fn is_some(&self) -> bool {
        self.first.is_some()
    }
}

impl fmt::Display for Deceit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = [
            (self.bidirectional, "bidirectional control"),
            (self.zero_width, "zero-width character"),
            (self.tags, "tag character"),
            (self.selectors, "stray variation selector"),
            (self.controls, "control character"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .peekable();
        while let Some((count, name)) = parts.next() {
            write!(f, "{count} {name}{}", if count == 1 { "" } else { "s" })?;
            if parts.peek().is_some() {
                f.write_str(", ")?;
            }
        }
        if !self.spelled.is_empty() {
            // All of it is printable ASCII.
            write!(f, "; what is hidden reads {:?}", self.spelled)?;
        }
        Ok(())
    }
}

/// Whether a text is ASCII without controls, which is quick to see.
#[inline]
#[must_use]
pub fn is_plain(text: &str, place: Place) -> bool {
    let of_lines = |byte| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    // Most prose is one line. There is no early end with others, so that whole words are compared at once.
    printable(text)
        || (place == Place::Prose && text.bytes().fold(true, |so_far, byte| so_far & of_lines(byte)))
}

fn is_bidirectional(character: char) -> bool {
    matches!(character, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is not seen, or only as what it does to others: Unicode's *default ignorable* ones, and what
/// annotates.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    is_bidirectional(character)
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The number of a variation selector, from 0 to 255: as bytes they can spell anything.
fn selector_byte(character: char) -> Option<u8> {
    let number = match character {
        '\u{FE00}'..='\u{FE0F}' => u32::from(character) - 0xFE00,
        '\u{E0100}'..='\u{E01EF}' => u32::from(character) - 0xE0100 + 16,
        _ => return None,
    };
    u8::try_from(number).ok()
}

fn is_keycap(character: char) -> bool {
    character.is_ascii_digit() || matches!(character, '#' | '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, place: Place) -> String {
        let mut deceit = Deceit::default();
        deceit.look(text, place);
        assert_eq!(deceit.is_some(), !deceit.to_string().is_empty());
        deceit.to_string()
    }

    #[test]
    fn honest_texts() {
        for text in [
            "Reads a file.\nLines, too.\tTabs.",
            "Größe, naïve, 日本語, العربية, हिन्दी",
            "❤️ and 👩‍👩‍👧 and 1️⃣",
            "می‌خواهم",
            "葛󠄀",
        ] {
            assert_eq!(found(text, Place::Prose), "", "{text}");
        }
        assert_eq!(found("read_file", Place::Name), "");
        assert_eq!(found("größe", Place::Name), "");
    }

    #[test]
    fn deceiving_texts() {
        for (text, expected) in [
            ("a\u{202e}b", "1 bidirectional control"),
            ("a\u{200b}b\u{2060}\u{feff}", "3 zero-width characters"),
            ("a\u{e0049}\u{e0067}\u{e006e}", "3 tag characters; what is hidden reads \"Ign\""),
            ("😀\u{e0158}\u{e0159}", "1 stray variation selector; what is hidden reads \"i\""),
            ("x\u{1b}[2J", "1 control character"),
            ("a\u{200d}b", "1 zero-width character"),
        ] {
            assert_eq!(found(text, Place::Prose), expected, "{text:?}");
        }
        let spelled =
            |count: usize| format!("300 tag characters; what is hidden reads \"{}\"", "A".repeat(count));
        assert_eq!(found(&"\u{e0041}".repeat(300), Place::Prose), spelled(256));
        assert_eq!(found("two\nlines", Place::Name), "1 control character");
        assert_eq!(found("❤\u{fe0f}", Place::Name), "1 stray variation selector");
    }

    #[test]
    fn where_the_first_one_stands() {
        let mut deceit = Deceit::default();
        deceit.look("plain", Place::Name);
        assert_eq!(deceit.first(), None);
        // The joiner belongs to the emoji; what comes behind it does not.
        deceit.look("👩\u{200d}👩 é\u{202e}\u{200b}", Place::Prose);
        assert_eq!(deceit.first(), Some("👩\u{200d}👩 é".len()));
        deceit.look("\u{200b}", Place::Prose);
        assert_eq!(deceit.first(), Some("👩\u{200d}👩 é".len()));
    }
}
