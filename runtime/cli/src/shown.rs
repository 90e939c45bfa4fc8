//! Text of others, made safe to show on a terminal or to a shell. What is escaped is the manifest crate's to say.

use std::borrow::Cow;

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
    fn words_stay_whole() {
        for (text, word) in
            [("a://h/x%20", "a://h/x%20"), ("", "''"), ("a b", "'a b'"), ("$(x)'y", r"'$(x)'\''y'")]
        {
            assert_eq!(shell_word(text), word);
        }
    }
}
