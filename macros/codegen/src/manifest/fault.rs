//! What the code generator itself finds wrong with a checked manifest, and how defects look in a compiler's output.

use std::fmt::Write as _;

use wayleave_manifest::{Defect, Place, Source};

/// A reason why no code can be generated, with its place in the manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    place: Place,
    message: String,
    help: &'static str,
}

impl Fault {
    pub(super) fn new(place: Place, message: impl Into<String>, help: &'static str) -> Self {
        Self { place, message: message.into(), help }
    }

    /// The line and column of the name of the entry at fault.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// What is wrong, in one sentence. It may quote text from the file.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// How to mend it.
    #[must_use]
    pub fn help(&self) -> &str {
        self.help
    }

    /// The fault in plain text, as a compiler shows it.
    #[must_use]
    pub fn render(&self, source: &Source) -> String {
        render(source, self.place, &self.message, None, Some(self.help))
    }
}

/// A defect of the manifest in the same form.
pub(super) fn defect(source: &Source, defect: &Defect) -> String {
    let related = defect.related.as_ref().map(|related| (related.place, &*related.message));
    let message = format!("{} [{}]", defect.message, defect.code);
    render(source, defect.place, &message, related, defect.help.as_deref())
}

/// How many characters of a line are shown before the place, and from it on; a hostile file has millions on one.
const BEFORE: usize = 80;
const AFTER: usize = 120;

/// `file:line:column: message`, the source line with the place marked, the related place and the help. No gutters:
/// the compiler draws its own around it.
fn render(
    source: &Source,
    place: Place,
    message: &str,
    related: Option<(Place, &str)>,
    help: Option<&str>,
) -> String {
    let name = visible(source.name());
    let mut out = format!("{name}:{place}: {}", visible(message));
    if let Some(line) = source.line(place.line).filter(|line| !line.trim().is_empty()) {
        let from = place.column.saturating_sub(BEFORE + 1);
        let shown = |from: usize, count: usize| -> String {
            visible(&line.chars().skip(from).take(count).collect::<String>())
        };
        let before = shown(from, place.column - 1 - from);
        let after = shown(place.column - 1, AFTER);
        let indent = if from == 0 { before.len() - before.trim_start().len() } else { 0 };
        let before = before.get(indent..).unwrap_or_default();
        let mark = " ".repeat(before.chars().count());
        // Writing to a string cannot fail.
        let _ = write!(out, "\n    {before}{after}\n    {mark}^");
    }
    if let Some((place, message)) = related {
        let _ = write!(out, "\n  {name}:{place}: {}", visible(message));
    }
    if let Some(help) = help {
        let _ = write!(out, "\n  help: {}", visible(help));
    }
    out
}

/// Text with everything escaped that would move the cursor or not show.
pub(super) fn visible(text: &str) -> String {
    text.chars().map(crate::fault::visible).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayleave_manifest::check;

    #[test]
    fn a_defect_shows_its_line() {
        let source = Source::new(
            "greeting.yaml",
            "wayleave: 1\nserver: { name: greeter, version: 1.0.0 }\npolicy: open\nresources:\n  - name: greeting\n    uriTemplate: greet://{who}/hello\n    body: { text: Hello }\n",
        );
        let checked = check(&source, None);
        assert_eq!(
            defect(&source, &checked.defects[0]),
            "greeting.yaml:6:26: a variable stands in the authority [bad-template]\n    \
             uriTemplate: greet://{who}/hello\n    \
             \x20                    ^\n  \
             help: write `greet:///{who}/hello` or `greet://who/{who}/hello`"
        );
    }

    #[test]
    fn nothing_of_the_file_moves_the_cursor() {
        assert_eq!(
            visible("a\u{1b}[31m\u{202e}b\u{200b}é\u{301}\n"),
            "a\\u{1b}[31m\\u{202e}b\\u{200b}é\u{301}\\u{a}"
        );
    }

    #[test]
    fn a_long_line_is_cut() {
        let source = Source::new("m", "é".repeat(100_000));
        let place = source.place(100_000);
        let fault = Fault::new(place, "wrong", "mend it").render(&source);
        assert!(fault.chars().count() < 500, "{fault}");
        assert!(fault.contains(&format!("\n    {}^\n", " ".repeat(BEFORE))), "{fault}");
    }
}
