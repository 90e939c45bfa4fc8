//! Values as lines for people: texts by their lines, JSON with one member a line. Everything of a peer's is revealed.

use wayleave::catalog::Field;

use crate::shown::revealed;

/// One value as lines.
pub(super) fn lines(field: Field, value: &str) -> Vec<String> {
    if is_json(field) { reflowed(value) } else { split(value) }
}

/// An old and a new value, which differ, as lines that differ.
pub(super) fn both(field: Field, old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let shown = (lines(field, old), lines(field, new));
    if shown.0 != shown.1 {
        return shown;
    }
    // They differ in white space, or in what an escape stands for.
    let shown = (split(old), split(new));
    if shown.0 != shown.1 {
        return shown;
    }
    let exact = |text: &str| vec![revealed(&text.replace('\\', "\\\\")).into_owned()];
    (exact(old), exact(new))
}

fn is_json(field: Field) -> bool {
    matches!(field, Field::InputSchema | Field::OutputSchema | Field::Capabilities | Field::Arguments)
}

fn split(text: &str) -> Vec<String> {
    text.split('\n').map(|line| revealed(line).into_owned()).collect()
}

/// JSON with one member or item a line. Nothing but the white space between tokens is changed: what the server wrote as an
/// escape stays one. The text is checked JSON; of any other, this makes some lines or other.
fn reflowed(json: &str) -> Vec<String> {
    const STEP: usize = 2;
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut level = 0_usize;
    let begin = |line: &mut String, lines: &mut Vec<String>, level: usize| {
        lines.push(std::mem::replace(line, " ".repeat(STEP * level)));
    };
    let mut rest = json.trim();
    while let Some(first) = rest.chars().next() {
        let token = token(rest);
        rest = rest.get(token.len()..).unwrap_or_default().trim_start();
        match first {
            '{' | '[' => {
                line.push(first);
                let closing = if first == '{' { '}' } else { ']' };
                if let Some(after) = rest.strip_prefix(closing) {
                    line.push(closing);
                    rest = after.trim_start();
                } else {
                    level += 1;
                    begin(&mut line, &mut lines, level);
                }
            }
            '}' | ']' => {
                level = level.saturating_sub(1);
                begin(&mut line, &mut lines, level);
                line.push(first);
            }
            ',' => {
                line.push(first);
                begin(&mut line, &mut lines, level);
            }
            ':' => line.push_str(": "),
            _ => line.push_str(&revealed(token)),
        }
    }
    lines.push(line);
    lines
}

/// The first token of `text`: a punctuation mark, a string, or what stands before the next of these.
fn token(text: &str) -> &str {
    let mut characters = text.char_indices();
    let end = match characters.next() {
        Some((_, '{' | '}' | '[' | ']' | ',' | ':')) => 1,
        Some((_, '"')) => {
            let mut escaped = false;
            let closing = characters.find(|&(_, character)| {
                let closes = character == '"' && !escaped;
                escaped = character == '\\' && !escaped;
                closes
            });
            closing.map_or(text.len(), |(at, _)| at + 1)
        }
        _ => text
            .find(|character: char| character.is_ascii_whitespace() || "{}[],:\"".contains(character))
            .unwrap_or(text.len()),
    };
    text.get(..end.max(1)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_a_line_a_member() {
        let json = "{ \"a\":[1,-2.50e1 ,{}],\"b\" : {\"c\":\"x,\\\"{\\\\\",\"d\":null},\r\n\"e\":[ ]}";
        let expected = [
            "{",
            "  \"a\": [",
            "    1,",
            "    -2.50e1,",
            "    {}",
            "  ],",
            "  \"b\": {",
            "    \"c\": \"x,\\\"{\\\\\",",
            "    \"d\": null",
            "  },",
            "  \"e\": []",
            "}",
        ];
        assert_eq!(reflowed(json), expected);
        assert_eq!(reflowed("true"), ["true"]);
        assert_eq!(reflowed("\"a\u{200b}\""), ["\"a\\u{200b}\""]);
        // No JSON, and no panic.
        for odd in ["", "{", "\"", "\\", "é", "]]", "\"\\", "\u{1}x\u{a0}"] {
            let _ = reflowed(odd);
        }
    }

    #[test]
    fn what_differs_looks_different() {
        for (field, old, new) in [
            (Field::InputSchema, "{\"a\":1}", "{ \"a\":1}"),
            (Field::InputSchema, "{\"a\":\"\u{200b}\"}", "{\"a\":\"\\u200b\"}"),
            (Field::Description, "a\u{200b}", "a\\u{200b}"),
            (Field::Description, "a", "a "),
            (Field::Description, "a\n", "a"),
            (Field::Description, "a b", "a\u{a0}b"),
            (Field::Title, "a\\\u{200b}", "a\\\\u{200b}"),
        ] {
            let (old_lines, new_lines) = both(field, old, new);
            assert_ne!(old_lines, new_lines, "{old} {new}");
        }
    }
}
