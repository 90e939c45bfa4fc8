//! Text from the file, made safe to show in a message: control and direction characters are escaped, and long
//! text is cut, so that a manifest can neither forge a line of output nor flood it.

use std::fmt::Write as _;

/// How many characters of quoted text a message shows; enough for a URI of ordinary length.
const SHOWN: usize = 100;

/// `text` in back quotes, escaped and cut.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("`");
    let mut characters = text.chars();
    for character in characters.by_ref().take(SHOWN) {
        push(&mut out, character);
    }
    if characters.next().is_some() {
        out.push('…');
    }
    out.push('`');
    out
}

/// `text` escaped and not cut, for what is bounded elsewhere.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|character| push(&mut out, character));
    out
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

fn push(out: &mut String, character: char) {
    if deceives(character) {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
    } else {
        out.push(character);
    }
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
