//! What the YAML parser complains of, in plain words, with the mend where there is a usual one.

use granit_parser::ErrorKind;

use crate::code::Code;
use crate::defect::Found;
use crate::quote::quoted;
use crate::source::Span;
use crate::tree::too_deep;

/// The defect for an error of the parser at a byte of the text.
pub(crate) fn explain(text: &str, kind: &ErrorKind, at: usize) -> Found {
    let rest = text.get(at..).unwrap_or_default();
    let place = Span::new(at, at + rest.chars().next().map_or(0, char::len_utf8));
    let separator =
        matches!(kind, ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator);
    if let Some(span) = separator.then(|| unquoted_braces(text, at)).flatten() {
        let piece = text.get(span.start..span.end).unwrap_or_default();
        let message = "text that holds braces must be quoted inside `{ … }` and `[ … ]`";
        return Found::new(Code::UnquotedBraces, span, message)
            .help(format!("quote it: {}", quoted(&format!("\"{piece}\""))));
    }
    if matches!(kind, ErrorKind::RecursionLimitExceeded) {
        return too_deep(place);
    }
    let tab = if may_be_a_tab(kind) { tab(text, at) } else { None };
    if let Some(offset) = tab {
        let found = Found::new(Code::Syntax, Span::new(offset, offset + 1), "a tab is not allowed here");
        return found.help("indent with spaces");
    }
    let (message, help) = plain(kind);
    let found = Found::new(Code::Syntax, place, message);
    if help.is_empty() { found } else { found.help(help) }
}

const fn may_be_a_tab(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::TabInPlainScalar
            | ErrorKind::InvalidBlockEntryWhitespace
    )
}

/// The tab that the parser stumbled over at `at`. It stops behind the tab, or, where a text might have gone on, at the
/// end of the line before.
fn tab(text: &str, at: usize) -> Option<usize> {
    let blank = |c: char| c == ' ' || c == '\t';
    let before = text.get(..at)?;
    let start = before.trim_end_matches(blank).len();
    let blanks = text.get(start..)?;
    let here = blanks.get(..blanks.find(|c| !blank(c)).unwrap_or(blanks.len()))?;
    if let Some(tab) = here.find('\t') {
        return Some(start + tab);
    }
    let (line_break, below) = text.get(at..)?.split_at_checked(text.get(at..)?.find('\n')?)?;
    let margin = below.get(..below.find(|c: char| !c.is_whitespace())?)?;
    margin
        .rfind('\n')
        .and_then(|line| margin.get(line..)?.find('\t').map(|tab| at + line_break.len() + line + tab))
}

/// The piece around `at` that is meant as one text, such as `pages/{slug}.md`, if it looks like one.
fn unquoted_braces(text: &str, at: usize) -> Option<Span> {
    let mut depth = 0_usize;
    let mut start = at;
    for (offset, character) in text.get(..at)?.char_indices().rev() {
        match character {
            '}' => depth += 1,
            '{' if depth == 0 => break,
            '{' => depth -= 1,
            ',' | '[' if depth == 0 => break,
            _ if character.is_whitespace() => break,
            _ => {}
        }
        start = offset;
    }
    depth = 0;
    let mut end = start;
    for (offset, character) in text.get(start..)?.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' | ']' if depth == 0 => break,
            _ if character.is_whitespace() => break,
            _ => {}
        }
        end = start + offset + character.len_utf8();
    }
    let piece = text.get(start..end)?;
    let open = piece.find('{')?;
    let braced = depth == 0 && piece.get(open..)?.contains('}');
    (braced && end > at && !piece.starts_with(['"', '\''])).then(|| Span::new(start, end))
}

fn plain(kind: &ErrorKind) -> (&'static str, &'static str) {
    match kind {
        ErrorKind::MappingValueNotAllowed => (
            "a `:` is not allowed here",
            "quote text that holds `: `; a nested mapping starts on a line of its own, further in",
        ),
        ErrorKind::InvalidColonPlacement | ErrorKind::FlowMappingValueAdjacentCollection => {
            ("a `:` is not allowed here", "is a bracket or a brace left open above?")
        }
        ErrorKind::MappingKeyNotAllowed | ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => (
            "a key with a `:` is expected here",
            "write `key: value`; quote text that holds special characters",
        ),
        ErrorKind::ExpectedBlockMappingKey => (
            "a key is expected here",
            "the keys of one mapping start in the same column; is a line above indented wrongly?",
        ),
        ErrorKind::ExpectedBlockSequenceEntry => {
            ("a `-` is expected here", "the items of one list start in the same column")
        }
        ErrorKind::BlockSequenceEntryNotAllowed | ErrorKind::BlockEntryInFlowCollection => (
            "a list item is not allowed here",
            "a list starts on a line of its own; quote text that starts with `- `",
        ),
        ErrorKind::InvalidBlockEntryWhitespace => {
            ("a blank is expected after `-`", "write `- ` before an item")
        }
        ErrorKind::InvalidMappingValueWhitespace | ErrorKind::ExpectedWhitespace => {
            ("a blank is expected here", "put a blank after `:`, `-` and `,`")
        }
        ErrorKind::ExpectedFlowMappingSeparator => {
            ("`,` or `}` is expected here", "quote text that holds `{`, `}`, `[`, `]` or `,`")
        }
        ErrorKind::ExpectedFlowSequenceSeparator => {
            ("`,` or `]` is expected here", "quote text that holds `{`, `}`, `[`, `]` or `,`")
        }
        ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnexpectedEofFlowMapping
        | ErrorKind::UnexpectedEofImplicitFlowMapping
        | ErrorKind::UnclosedFlowCollection { .. } => {
            ("this bracket or brace is never closed", "add the missing `]` or `}`")
        }
        ErrorKind::MisplacedFlowCollectionEnd | ErrorKind::MismatchedFlowCollectionEnd { .. } => {
            ("this bracket or brace closes nothing", "match every `{` with `}` and every `[` with `]`")
        }
        ErrorKind::UnclosedQuotedScalar => {
            ("this quote is never closed", "add the missing quote; inside single quotes write `''` for one")
        }
        ErrorKind::InvalidTrailingSingleQuotedScalar | ErrorKind::InvalidTrailingDoubleQuotedScalar => {
            ("nothing may follow a quoted text here", "quote the whole of it, and escape the quotes inside")
        }
        ErrorKind::UnknownQuotedScalarEscape => {
            ("this escape is unknown", "write `\\\\` for a backslash, or use single quotes")
        }
        ErrorKind::InvalidQuotedScalarHexEscape
        | ErrorKind::InvalidLowSurrogateHexEscape
        | ErrorKind::InvalidLowSurrogate
        | ErrorKind::MissingLowSurrogate
        | ErrorKind::UnpairedLowSurrogate
        | ErrorKind::InvalidUnicodeEscape => {
            ("this escape is no character", "write `\\xNN`, `\\uNNNN` or `\\UNNNNNNNN` with hex digits")
        }
        ErrorKind::DocumentIndicatorInQuotedScalar => {
            ("a line of three dashes or dots stands inside a quoted text", "indent the lines of the text")
        }
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInPlainScalar => ("a tab is not allowed here", "indent with spaces"),
        ErrorKind::InvalidIndentation
        | ErrorKind::InvalidBlockScalarIndent
        | ErrorKind::InvalidQuotedScalarIndent
        | ErrorKind::InvalidFlowScalarIndent => {
            ("this line is indented wrongly", "indent it like the lines it belongs to")
        }
        ErrorKind::ZeroBlockScalarIndent | ErrorKind::InvalidBlockScalarHeader => (
            "this is no valid start of a block of text",
            "write `|` or `>` alone on the line, then the indented text",
        ),
        ErrorKind::CommentNotSeparated | ErrorKind::CommentInterceptedScalar => {
            ("a comment is not allowed here", "put a blank before `#`, or quote the text")
        }
        ErrorKind::UnexpectedCharacter { .. } | ErrorKind::PlainScalarStartsWithDashFlowIndicator => {
            ("a text cannot start with this character", "quote it")
        }
        ErrorKind::BomInsideDocument => ("a byte order mark stands inside the file", "remove it"),
        ErrorKind::DirectiveDisallowed => {
            ("YAML directives are not allowed", "remove the line; a manifest is YAML 1.2")
        }
        ErrorKind::UndeclaredTagHandle
        | ErrorKind::InvalidTagTerminator
        | ErrorKind::MissingTagUri
        | ErrorKind::UnclosedVerbatimTag
        | ErrorKind::ExpectedTagBang => {
            ("tags are not allowed, and this is no valid one", "quote text that starts with `!`")
        }
        ErrorKind::MissingAnchorOrAliasName => {
            ("anchors and aliases are not allowed", "quote text that starts with `&` or `*`")
        }
        ErrorKind::InvalidDocumentEnd | ErrorKind::ExpectedDocumentStart => {
            ("nothing may follow the end of the document", "a file holds one manifest")
        }
        ErrorKind::ExpectedNodeContent => ("a value is expected here", ""),
        ErrorKind::UnexpectedEof => ("the file ends too early", ""),
        _ => ("this is not YAML", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the tab stands, as `line:column`.
    fn tab_of(yaml: &str) -> String {
        let source = crate::Source::new("m", yaml);
        let mut defects = crate::defect::Defects::default();
        assert!(crate::tree::grow(&source, &mut defects).is_none(), "{yaml:?}");
        let defects = defects.finish(&source, None);
        let defect = defects.last().unwrap();
        assert_eq!(defect.message, "a tab is not allowed here", "{yaml:?}");
        assert_eq!(source.slice(defect.span), "\t", "{yaml:?}");
        defect.place.to_string()
    }

    #[test]
    fn tabs_are_pointed_at() {
        assert_eq!(tab_of("a:\n\tb: c\n"), "2:1");
        assert_eq!(tab_of("a: b\n\tc: d\n"), "2:1", "behind a plain value");
        assert_eq!(tab_of("a:\n  b: c\n  \td: e\n"), "3:3");
        assert_eq!(tab_of("a: b\n\n\tc: d\n"), "3:1", "behind an empty line");
        assert_eq!(tab_of("a: 'b'\n\tc: d\n"), "2:1");
        assert_eq!(tab_of("a: |\n\tb\n"), "2:1");
        assert_eq!(tab_of("a: {\n\tb: c }\n"), "2:1");
        assert_eq!(tab_of("a:\r\n- b: c\r\n\td: e\r\n"), "3:1");
        assert_eq!(tab_of("-\t- a\n"), "1:2");
    }

    #[test]
    fn braces_are_recognised() {
        for (text, at, piece) in [
            ("b: { path: pages/{slug}.md }", 17, "pages/{slug}.md"),
            ("b: { path: {slug}.md }", 17, "{slug}.md"),
            ("b: { path: {a}/{b}.md }", 14, "{a}/{b}.md"),
            ("b: [a://h/{x}]", 10, "a://h/{x}"),
            ("b: [x,a://h/{x}/y, z]", 12, "a://h/{x}/y"),
        ] {
            let span = unquoted_braces(text, at).unwrap();
            assert_eq!(&text[span.start..span.end], piece);
        }
        assert_eq!(unquoted_braces("b: { a b: c", 9), None);
        assert_eq!(unquoted_braces("b: { 'a'{x} }", 8), None);
    }
}
