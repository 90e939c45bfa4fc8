//! A fault inside a text, shown with the text itself: a macro cannot point into a string literal, so the message
//! repeats it with the fault marked.

use std::fmt::Write as _;

/// How many characters of a text a message shows at most.
const SHOWN: usize = 96;

/// The message for a fault at the byte `offset` of `text`: what is wrong, the text, a mark under the fault, and what
/// to write instead.
pub(crate) fn marked(message: &str, text: &str, offset: usize, help: &str) -> String {
    let before = text.get(..offset).map_or(0, |before| before.chars().count());
    let all: Vec<String> = text.chars().map(visible).collect();
    // A window around the fault, where the text is long.
    let start = if all.len() > SHOWN { before.saturating_sub(SHOWN / 2).min(all.len() - SHOWN) } else { 0 };
    let end = (start + SHOWN).min(all.len());
    let shown = |from: usize, to: usize| all.get(from..to).unwrap_or_default().concat();
    let mut out = String::from(message);
    let (lead, trail) = (if start > 0 { "…" } else { "" }, if end < all.len() { "…" } else { "" });
    let column = lead.chars().count() + shown(start, before).chars().count();
    // Writing to a string cannot fail.
    let _ = write!(out, "\n  {lead}{}{trail}\n  {:column$}^", shown(start, end), "");
    if !help.is_empty() {
        let _ = write!(out, "\nhelp: {help}");
    }
    out
}

/// A character, escaped where it would not show as one.
pub(crate) fn visible(character: char) -> String {
    let deceives = character.is_control()
        || matches!(character,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}');
    if deceives { character.escape_unicode().to_string() } else { character.to_string() }
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn the_fault_is_marked() {
        let shown = marked("no name", "a://h/{}/x", 7, "write a name");
        assert_eq!(shown, "no name\n  a://h/{}/x\n         ^\nhelp: write a name");
        assert_eq!(marked("empty", "", 0, ""), "empty\n  \n  ^");
        assert_eq!(marked("end", "ab", 2, ""), "end\n  ab\n    ^");
    }

    #[test]
    fn a_long_text_is_cut_around_the_fault() {
        let text = format!("a://h/{}!{}", "x".repeat(300), "y".repeat(300));
        let shown = marked("bad", &text, 306, "");
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1].chars().count(), 2 + 96 + 2);
        assert_eq!(lines[1].chars().nth(lines[2].chars().count() - 1), Some('!'));
    }

    #[test]
    fn nothing_deceives() {
        assert_eq!(marked("bad", "a\u{202e}é b", 4, ""), "bad\n  a\\u{202e}é b\n           ^");
    }

    #[test]
    fn no_offset_breaks_it() {
        for offset in 0..9 {
            let _ = marked("bad", "a€é", offset, "");
        }
    }
}
