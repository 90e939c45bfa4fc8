//! Text of others, made safe to show: control and direction characters are escaped, and what a message quotes is
//! cut, so that a manifest can neither forge a line of output nor flood it.

use std::borrow::Cow;
use std::fmt::Write as _;

/// How many characters of quoted text a message shows; enough for a URI of ordinary length.
const SHOWN: usize = 100;

/// `text` in back quotes, escaped and cut to what a line can hold.
#[must_use]
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN).and_then(|(end, _)| text.get(..end)) {
        Some(cut) => format!("`{}…`", escaped(cut)),
        None => format!("`{}`", escaped(text)),
    }
}

/// `text` on one line, with nothing in it that a terminal obeys. It is not cut: that is for what is bounded
/// elsewhere.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| false)
}

/// The same, but characters that `keeps` names stay as they are.
#[must_use]
pub fn escaped_but(text: &str, keeps: impl Fn(char) -> bool) -> Cow<'_, str> {
    let escapes = |character| deceives(character) && !keeps(character);
    if !text.contains(escapes) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if escapes(character) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Several words as one list: `` `a`, `b` or `c` ``.
pub(crate) fn one_of<T: AsRef<str>>(words: &[T]) -> String {
    let mut out = String::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            out.push_str(if index + 1 == words.len() { " or " } else { ", " });
        }
        out.push_str(&quoted(word.as_ref()));
    }
    out
}

/// Characters that move the cursor, turn the text's direction, or do not show at all.
fn deceives(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_deceives() {
        assert_eq!(
            quoted("a\u{1b}[31m\u{202e}b\u{200b}\u{e0041}"),
            "`a\\u{1b}[31m\\u{202e}b\\u{200b}\\u{e0041}`"
        );
        assert_eq!(quoted("café"), "`café`");
        assert!(matches!(escaped("café"), Cow::Borrowed(_)));
        assert_eq!(escaped_but("a\tb\r", |character| character == '\t'), "a\tb\\u{d}");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(quoted(&"é".repeat(SHOWN)).chars().count(), SHOWN + 2);
        assert_eq!(quoted(&"é".repeat(SHOWN + 1)).chars().count(), SHOWN + 3);
    }

    #[test]
    fn lists_read_well() {
        assert_eq!(one_of(&["a"]), "`a`");
        assert_eq!(one_of(&["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
