//! Text of others, made safe to show on a terminal or to a shell. What is escaped is the manifest crate's to say.

use std::{borrow::Cow, fmt::Write as _};

use wayleave_manifest::quote::escaped_but;
pub(crate) use wayleave_manifest::quote::{escaped, quoted};

/// `text` with nothing in it that a terminal obeys, but newlines and tabs.
pub(crate) fn escaped_lines(text: &str) -> Cow<'_, str> {
    // `\r\n` ends a line without doing anything else; a lone `\r` would write over it.
    if text.contains("\r\n") {
        return Cow::Owned(escaped_lines(&text.replace("\r\n", "\n")).into_owned());
    }
    escaped_but(text, |character| matches!(character, '\n' | '\t'))
}

/// One line of a peer's text, with everything in it made visible that is not seen or changes how the rest is seen. Much
/// that honest texts hold is among that, such as the joiners of emoji: here, what is there matters more.
pub(crate) fn revealed(line: &str) -> Cow<'_, str> {
    let trimmed = line.trim_end_matches(' ').len();
    let (text, spaces) = line.split_at_checked(trimmed).unwrap_or((line, ""));
    if spaces.is_empty() && !text.contains(deceives) {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len() + 16);
    let hidden = text.chars().map(|character| (character, deceives(character)));
    for (character, deceives) in hidden.chain(spaces.chars().map(|space| (space, true))) {
        if deceives {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// JSON text with the same characters escaped in its strings, which changes nothing of what it means. White space between
/// its values stays as it is.
pub(crate) fn revealed_json(json: &str) -> Cow<'_, str> {
    // JSON has no control characters below the space but between values.
    let hides = |character: char| character >= ' ' && deceives(character);
    if !json.contains(hides) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if hides(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Characters that move the cursor, turn the text's direction, look like a space, or do not show at all; the last are
/// those that Unicode calls default ignorable, and a few like them.
pub(crate) fn deceives(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{A0}' | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{1680}' | '\u{17B4}'
            | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{2000}'..='\u{200F}' | '\u{2028}'..='\u{202F}'
            | '\u{205F}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// `1 template`, `2 templates`.
pub(crate) fn counted(count: usize, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

/// `text` as one word of a shell's command line.
pub(crate) fn shell_word(text: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"%+,-./:=@_".contains(&byte);
    if !text.is_empty() && text.bytes().all(plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("'{}'", text.replace('\'', r"'\''")))
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
    fn what_is_hidden_is_seen() {
        let hidden = "a\u{202e}b\u{200b}\u{e0049}\u{fe0f}\u{9b}\u{a0}c  ";
        let shown = "a\\u{202e}b\\u{200b}\\u{e0049}\\u{fe0f}\\u{9b}\\u{a0}c\\u{20}\\u{20}";
        assert_eq!(revealed(hidden), shown);
        assert!(matches!(revealed("é 日本"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_means_the_same() {
        let json = "{\n  \"a\u{202e}\": \"\u{e0049}\u{7f}\u{9b} é\"\n}";
        let shown = revealed_json(json);
        assert_eq!(shown, "{\n  \"a\\u202e\": \"\\udb40\\udc49\\u007f\\u009b é\"\n}");
        let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(parsed(&shown), parsed(json));
        assert!(matches!(revealed_json("{\n\t\"é\": 1 }"), Cow::Borrowed(_)));
    }

    #[test]
    fn words_stay_whole() {
        for (text, word) in
            [("a://h/x%20", "a://h/x%20"), ("", "''"), ("a b", "'a b'"), ("$(x)'y", r"'$(x)'\''y'")]
        {
            assert_eq!(shell_word(text), word);
        }
    }
}
