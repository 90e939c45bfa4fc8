//! Text of a manifest, made harmless for the page that it stands on.
//!
//! On both pages a character that cannot be seen, or that turns the direction of what follows, is written as
//! `\u{…}`: a name must not imitate another one. The joiners stay, which words of some languages and emoji need.

use std::fmt::Write;

/// As text of HTML, or as the value of an attribute in quotes.
pub(super) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(character),
            other => visible(other, &mut out),
        }
    }
    out
}

/// As a piece of one line of Markdown, wherever on the line it stands.
pub(super) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let text = text.trim();
    // At the beginning of a line these would make a heading, a list or a rule.
    if text.starts_with(['#', '+', '-', '=', ':']) {
        out.push('\\');
    }
    let digits = text.len() - text.trim_start_matches(|first: char| first.is_ascii_digit()).len();
    for (offset, character) in text.char_indices() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                out.push('\\');
                out.push(character);
            }
            '.' | ')' if offset == digits && digits > 0 => {
                out.push('\\');
                out.push(character);
            }
            '\n' | '\t' => out.push(' '),
            other => visible(other, &mut out),
        }
    }
    out
}

/// As paragraphs of Markdown; what [`folded`] leaves in lines stays in lines.
pub(super) fn markdown_lines(text: &str) -> String {
    let text = folded(text);
    let mut lines = text.lines().peekable();
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    while let Some(line) = lines.next() {
        out.push_str(&markdown(line));
        let breaks = !line.is_empty() && lines.peek().is_some_and(|next| !next.is_empty());
        out.push_str(if breaks { "\\\n" } else { "\n" });
    }
    out.truncate(out.trim_end().len());
    out
}

/// Text whose author broke its lines to fit a file, as paragraphs with a blank line between two. Inside a paragraph
/// a line stays one where it looks like an item of a list, a row or a heading.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    for line in text.trim().lines() {
        let content = line.trim();
        if content.is_empty() {
            blank = true;
            continue;
        }
        let separator = match () {
            () if out.is_empty() => "",
            () if blank => "\n\n",
            () if line.starts_with([' ', '\t']) || stands_alone(content) => "\n",
            () => " ",
        };
        out.push_str(separator);
        out.push_str(content);
        blank = false;
    }
    out
}

fn stands_alone(line: &str) -> bool {
    let numbered = line.trim_start_matches(|first: char| first.is_ascii_digit());
    let is_numbered =
        numbered.len() < line.len() && (numbered.starts_with(". ") || numbered.starts_with(") "));
    is_numbered || ["- ", "* ", "+ ", "#", "|", ">", "```"].iter().any(|mark| line.starts_with(mark))
}

/// As a code span of Markdown, outside tables: there, a bar would end the cell.
pub(super) fn markdown_code(text: &str) -> String {
    let mut inner = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => inner.push(' '),
            other => visible(other, &mut inner),
        }
    }
    let longest = inner.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    // One space on either side is not part of a code span that begins and ends with one.
    let pad = if inner.is_empty() || inner.starts_with(['`', ' ']) || inner.ends_with(['`', ' ']) {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{inner}{pad}{fence}")
}

fn visible(character: char, out: &mut String) {
    let hidden = character.is_control()
        || matches!(character,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}');
    if hidden {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
    } else {
        out.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_has_no_markup_left() {
        assert_eq!(html("<b a=\"x\" b='y'>&"), "&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
        assert_eq!(html("a\n\u{1b}\u{202e}\0é👩\u{200d}🔧"), "a\n\\u{1b}\\u{202e}\\u{0}é👩\u{200d}🔧");
    }

    #[test]
    fn markdown_has_no_markup_left() {
        assert_eq!(
            markdown("*a* _b_ `c` [d](e) <f> | ~g~ $h$ &amp; \\"),
            "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) &lt;f&gt; \\| \\~g\\~ \\$h\\$ &amp;amp; \\\\"
        );
        assert_eq!(markdown("# a\n# b"), "\\# a # b");
        assert_eq!(markdown("  - a"), "\\- a");
        assert_eq!(markdown("12. a"), "12\\. a");
        assert_eq!(markdown("1.5) a. b"), "1\\.5) a. b");
        assert_eq!(markdown(". a"), ". a");
    }

    #[test]
    fn lines_cannot_begin_blocks() {
        assert_eq!(markdown_lines("a\n\n    b\nc\n1) d\n---\n=== "), "a\n\nb c\\\n1\\) d --- ===");
        assert_eq!(markdown_lines("---\n\n===\n\n    # a"), "\\---\n\n\\===\n\n\\# a");
    }

    #[test]
    fn lists_stay_lists() {
        assert_eq!(folded("a\nb\n- c\n  d\n2. e\n\n\n f\ng"), "a b\n- c\nd\n2. e\n\nf g");
        assert_eq!(folded("2 boats\n3.5 m"), "2 boats 3.5 m");
    }

    #[test]
    fn code_spans_cannot_be_left() {
        assert_eq!(markdown_code("a*b|c"), "`a*b|c`");
        assert_eq!(markdown_code("a`b``c"), "```a`b``c```");
        assert_eq!(markdown_code("`a"), "`` `a ``");
        assert_eq!(markdown_code("a\nb"), "`a b`");
    }
}
