//! From a byte of a scalar's value to the byte of the source that wrote it.
//!
//! The value of a quoted text is not its source: escapes are decoded and lines are joined. This walks both side
//! by side. Where that is not worth it (folded and multi-line texts), or where the two differ unexpectedly, the
//! answer is the start of the scalar, which is never wrong, only less exact.

use crate::source::Span;
use crate::tree::{Scalar, Style};

/// The place in `source` of byte `offset` of the scalar's value; `span` is the scalar's own place. The answer
/// spans the character there, or nothing at the value's end.
pub(crate) fn locate(source: &str, span: Span, scalar: &Scalar<'_>, offset: usize) -> Span {
    let start = Span::at(span.start);
    let Some(raw) = source.get(span.start..span.end) else { return start };
    let found = match scalar.style {
        Style::Plain => verbatim(raw, &scalar.text, offset),
        Style::Single => single(raw, &scalar.text, offset),
        Style::Double => double(raw, &scalar.text, offset),
        Style::Literal { indent } => literal(raw, &scalar.text, indent, offset),
        Style::Folded => None,
    };
    found.map_or(start, |(from, to)| Span::new(span.start + from, span.start + to))
}

/// The start and end of a character in the raw text.
type Found = Option<(usize, usize)>;

fn verbatim(raw: &str, text: &str, offset: usize) -> Found {
    (raw == text).then(|| (offset.min(raw.len()), ends(raw, offset)))
}

fn single(raw: &str, text: &str, offset: usize) -> Found {
    let inner = raw.strip_prefix('\'')?.strip_suffix('\'')?;
    walk(inner, text, offset, |rest| {
        let character = rest.chars().next()?;
        let length = if rest.starts_with("''") { 2 } else { character.len_utf8() };
        (character != '\n' && character != '\r').then_some((length, character))
    })
    .map(|(from, to)| (from + 1, to + 1))
}

fn double(raw: &str, text: &str, offset: usize) -> Found {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    walk(inner, text, offset, |rest| match rest.chars().next()? {
        '\\' => escape(rest),
        '\n' | '\r' => None,
        character => Some((character.len_utf8(), character)),
    })
    .map(|(from, to)| (from + 1, to + 1))
}

/// Decodes one escape: how long it is in the source, and the character it stands for.
fn escape(rest: &str) -> Option<(usize, char)> {
    let code = rest.chars().nth(1)?;
    let hex = |from: usize, digits: usize| u32::from_str_radix(rest.get(from..from + digits)?, 16).ok();
    let numbered = |digits| Some((2 + digits, char::from_u32(hex(2, digits)?)?));
    let character = match code {
        'x' => return numbered(2),
        'U' => return numbered(8),
        'u' => {
            let high = hex(2, 4)?;
            if (0xD800..0xDC00).contains(&high) && rest.get(6..8) == Some("\\u") {
                let low = hex(8, 4)?.checked_sub(0xDC00)?;
                return Some((12, char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + low)?));
            }
            return numbered(4);
        }
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        ' ' | '"' | '/' | '\\' => code,
        _ => return None,
    };
    Some((2, character))
}

fn literal(raw: &str, text: &str, indent: usize, offset: usize) -> Found {
    // The raw text starts at the first line with content; empty lines above it are in the value alone.
    let above = text.len() - text.trim_start_matches('\n').len();
    let value = text.get(above..)?;
    let Some(offset) = offset.checked_sub(above) else { return Some((0, 0)) };
    let mut line_start = false;
    walk(raw, value, offset, |rest| {
        let blanks = if line_start { rest.len() - rest.trim_start_matches(' ').len() } else { 0 };
        let skipped = blanks.min(indent);
        let rest = rest.get(skipped..)?;
        let character = rest.chars().next()?;
        let length = if rest.starts_with("\r\n") { 2 } else { character.len_utf8() };
        let character = if character == '\r' { '\n' } else { character };
        line_start = character == '\n';
        Some((skipped + length, character))
    })
    .map(|(from, to)| {
        // The indent was taken together with the character after it.
        let piece = raw.get(from..to).unwrap_or_default();
        let blanks = piece.len() - piece.trim_start_matches(' ').len();
        (from + blanks.min(piece.len().saturating_sub(1)), to)
    })
}

/// Steps through the raw text, unless it is the value as it stands, until `offset` bytes of the value are decoded.
/// `next` says how long the next character is in the raw text, and what it is in the value; a difference from the
/// value ends the walk.
fn walk(raw: &str, text: &str, offset: usize, mut next: impl FnMut(&str) -> Option<(usize, char)>) -> Found {
    if let Some(found) = verbatim(raw, text, offset) {
        return Some(found);
    }
    let (mut at, mut decoded) = (0, 0);
    let mut rest = text.chars();
    while at < raw.len() {
        let (length, character) = next(raw.get(at..)?)?;
        if decoded + character.len_utf8() > offset {
            return (rest.next() == Some(character)).then_some((at, at + length));
        }
        if rest.next() != Some(character) {
            return None;
        }
        decoded += character.len_utf8();
        at += length;
    }
    Some((raw.len(), raw.len()))
}

fn ends(raw: &str, offset: usize) -> usize {
    let rest = raw.get(offset..).unwrap_or_default();
    offset.min(raw.len()) + rest.chars().next().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defect::Defects;
    use crate::source::Source;

    /// Where byte `offset` of the value under `v` stands, as `line:column`, and the character there.
    fn at(yaml: &str, offset: usize) -> (String, String) {
        let source = Source::new("m", yaml);
        let mut defects = Defects::default();
        let tree = crate::tree::grow(&source, &mut defects).unwrap();
        let value = tree.get("v").unwrap();
        let span = locate(source.text(), value.span, value.scalar().unwrap(), offset);
        (source.place(span.start).to_string(), source.slice(span).to_owned())
    }

    fn is(yaml: &str, offset: usize, place: &str, text: &str) {
        assert_eq!(at(yaml, offset), (place.to_owned(), text.to_owned()), "{yaml:?} at {offset}");
    }

    #[test]
    fn plain() {
        is("v: abc\n", 2, "1:6", "c");
        is("v: aéc\n", 3, "1:6", "c");
        is("v: abc\n", 3, "1:7", "");
        is("v: abc\n", 99, "1:7", "");
    }

    #[test]
    fn quoted() {
        is("v: 'a''bc'\n", 1, "1:6", "''");
        is("v: 'a''bc'\n", 2, "1:8", "b");
        is("v: \"a\\tb\\x41\\u00e9\\U0001F600z\"\n", 1, "1:6", "\\t");
        is("v: \"a\\tb\\x41\\u00e9\\U0001F600z\"\n", 3, "1:9", "\\x41");
        is("v: \"a\\tb\\x41\\u00e9\\U0001F600z\"\n", 10, "1:29", "z");
        is("v: \"\\ud83d\\ude00z\"\n", 4, "1:17", "z");
        is("v: \"ab\"\n", 2, "1:7", "");
    }

    #[test]
    fn literal_blocks() {
        is("v: |\n  ab\n\n    cd\n  ef\n", 1, "2:4", "b");
        is("v: |\n  ab\n\n    cd\n  ef\n", 4, "4:3", " ");
        is("v: |\n  ab\n\n    cd\n  ef\n", 6, "4:5", "c");
        is("v: |\n  ab\n\n    cd\n  ef\n", 10, "5:4", "f");
        is("v: |\n\n\n  ab\n", 3, "4:4", "b");
        is("v: |2\n    ab\n", 2, "2:5", "a");
        is("v: |\r\n  ab\r\n  cd\r\n", 4, "3:4", "d");
    }

    #[test]
    fn what_is_joined_gives_its_start() {
        is("v: >\n  ab\n  cd\n", 4, "2:3", "");
        is("v: ab\n  cd\n", 4, "1:4", "");
        is("v: 'ab\n  cd'\n", 4, "1:4", "");
        is("v: \"ab\\\n  cd\"\n", 3, "1:4", "");
    }
}
