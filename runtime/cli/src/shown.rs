//! Text of others, made safe to show: characters that move the cursor, turn the direction of text or do not show
//! at all are escaped.

use std::{borrow::Cow, fmt::Write};

/// `text` on one line, with nothing in it that a terminal obeys.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| false)
}

/// The same, but newlines and tabs stay.
pub(crate) fn escaped_lines(text: &str) -> Cow<'_, str> {
    // `\r\n` ends a line without doing anything else; a lone `\r` would write over it.
    if text.contains("\r\n") {
        return Cow::Owned(escaped_lines(&text.replace("\r\n", "\n")).into_owned());
    }
    escaped_but(text, |character| matches!(character, '\n' | '\t'))
}

/// `text` in back quotes, escaped and cut to what a line can hold.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 100;
    let cut = text.char_indices().nth(SHOWN).and_then(|(end, _)| text.get(..end));
    match cut {
        Some(cut) => format!("`{}…`", escaped(cut)),
        None => format!("`{}`", escaped(text)),
    }
}

/// `text` as one word of a shell's command line.
pub(crate) fn shell_word(text: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"%+,-./:=@_".contains(&byte);
    if !text.is_empty() && text.bytes().all(plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("'{}'", text.replace('\'', r"'\''")))
}

fn escaped_but(text: &str, keeps: impl Fn(char) -> bool) -> Cow<'_, str> {
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
    fn nothing_reaches_the_terminal() {
        assert_eq!(escaped("a\u{1b}[31m\n\u{202e}b\u{9b}é"), "a\\u{1b}[31m\\u{a}\\u{202e}b\\u{9b}é");
        assert_eq!(escaped_lines("a\tb\r\nc\rd\0"), "a\tb\nc\\u{d}d\\u{0}");
        assert!(matches!(escaped_lines("a\tb\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn words_stay_whole() {
        for (text, word) in
            [("a://h/x%20", "a://h/x%20"), ("", "''"), ("a b", "'a b'"), ("$(x)'y", r"'$(x)'\''y'")]
        {
            assert_eq!(shell_word(text), word);
        }
    }

    #[test]
    fn quotes_are_cut() {
        assert_eq!(quoted(&"é".repeat(100)).chars().count(), 102);
        assert_eq!(quoted(&"é".repeat(101)).chars().count(), 103);
    }
}
