//! Defects for the eye: file, line and column, the source line with a caret, the place that belongs to it, and the
//! help.

use std::{borrow::Cow, io::Write, ops::Range};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use wayleave_codegen::manifest::Fault;
use wayleave_manifest::{Defect, Place, Severity, Source, Span};

use crate::{Console, Exit, Stop};

/// A line of more bytes is shown as a window around the place. Rendering takes time and space by the length of
/// the line, and a hostile file has megabytes on one.
const WHOLE_LINE: usize = 400;
/// How many bytes such a window shows before the place, and from it on.
const BEFORE: usize = 60;
const AFTER: usize = 120;

/// A defect with its place in the source.
pub(crate) fn defect(source: &Source, defect: &Defect, styled: bool) -> String {
    let level = match defect.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.clone().primary_title(&*defect.message).id(defect.code.as_str());
    let help = defect.help.as_deref().map(|help| Level::HELP.message(help));
    let (near, far) = match defect.related.as_ref() {
        Some(related) if related.place.line == defect.place.line => (Some(related), None),
        related => (None, related),
    };
    let excerpt = Excerpt::around(source, defect.place, defect.span).map(|excerpt| {
        let mut annotations = vec![AnnotationKind::Primary.span(excerpt.range(defect.span))];
        annotations.extend(
            near.map(|near| AnnotationKind::Context.span(excerpt.range(near.span)).label(&*near.message)),
        );
        (excerpt.is_whole(), excerpt.snippet(annotations))
    });
    let mut report = match excerpt {
        Some((true, snippet)) => vec![title.element(snippet.path(source.name())).elements(help)],
        // The place has a group to itself: beside a window it would be worked out from that, and be wrong.
        Some((false, snippet)) => vec![
            title.element(origin(source.name(), defect.place)),
            Group::with_level(level).element(snippet).elements(help),
        ],
        None => vec![title.element(origin(source.name(), defect.place)).elements(help)],
    };
    if let Some(far) = far {
        report.push(Level::NOTE.secondary_title(&*far.message).element(origin(source.name(), far.place)));
        report.extend(Excerpt::around(source, far.place, far.span).map(|excerpt| {
            let annotation = AnnotationKind::Primary.span(excerpt.range(far.span));
            Group::with_level(Level::NOTE).element(excerpt.snippet(vec![annotation]))
        }));
    }
    render(&report, styled)
}

/// Says on `err` why no code can be generated.
pub(crate) fn faults(source: &Source, faults: &[Fault], console: &mut Console<'_>) -> Result<Exit, Stop> {
    let styled = console.err.is_styled();
    for found in faults {
        writeln!(console.err, "{}\n", fault(source, found, styled))?;
    }
    console.error(&format!("no code can be generated for {}", source.name()))?;
    Ok(Exit::Failure)
}

fn fault(source: &Source, fault: &Fault, styled: bool) -> String {
    let place = fault.place();
    let span = Span::at(source.offset(place));
    let title = Level::ERROR.primary_title(fault.message());
    let help = Level::HELP.message(fault.help());
    let excerpt = Excerpt::around(source, place, span).map(|excerpt| {
        let annotation = AnnotationKind::Primary.span(excerpt.range(span));
        (excerpt.is_whole(), excerpt.snippet(vec![annotation]))
    });
    render(
        &match excerpt {
            Some((true, snippet)) => vec![title.element(snippet.path(source.name())).element(help)],
            Some((false, snippet)) => vec![
                title.element(origin(source.name(), place)),
                Group::with_level(Level::ERROR).element(snippet).element(help),
            ],
            None => vec![title.element(origin(source.name(), place)).element(help)],
        },
        styled,
    )
}

/// A file that cannot be read: there is no place in it to show.
pub(crate) fn file(code: &str, message: &str, styled: bool) -> String {
    render(&[Group::with_title(Level::ERROR.primary_title(message).id(code))], styled)
}

fn origin(path: &str, place: Place) -> Origin<'_> {
    Origin::path(path).line(place.line).char_column(place.column)
}

fn render(report: &[Group<'_>], styled: bool) -> String {
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    renderer.render(report)
}

/// The line that a place stands on, or a window of it.
struct Excerpt<'s> {
    text: Cow<'s, str>,
    line: usize,
    /// The piece of the source that is shown.
    shown: Span,
    /// What stands before it in `text`.
    lead: usize,
}

impl<'s> Excerpt<'s> {
    /// `None` where nothing stands on the line, as of a file that was too large to read.
    fn around(source: &'s Source, place: Place, span: Span) -> Option<Self> {
        let whole = source.line_span(place.line).filter(|line| line.start < line.end)?;
        if whole.end - whole.start <= WHOLE_LINE {
            let text = Cow::Borrowed(source.slice(whole));
            return Some(Self { text, line: place.line, shown: whole, lead: 0 });
        }
        let text = source.text();
        let at = span.start.clamp(whole.start, whole.end);
        let start = boundary(text, at.saturating_sub(BEFORE).max(whole.start));
        let end = boundary(text, (at + AFTER).min(whole.end));
        let lead = if start > whole.start { "…" } else { "" };
        let trail = if end < whole.end { "…" } else { "" };
        let shown = Span::new(start, end);
        let text = Cow::Owned(format!("{lead}{}{trail}", source.slice(shown)));
        Some(Self { text, line: place.line, shown, lead: lead.len() })
    }

    fn is_whole(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }

    /// The part of a piece of the source that is shown, as a range of the text.
    fn range(&self, span: Span) -> Range<usize> {
        let inside =
            |offset: usize| offset.clamp(self.shown.start, self.shown.end) - self.shown.start + self.lead;
        inside(span.start)..inside(span.end)
    }

    fn snippet(self, annotations: Vec<Annotation<'s>>) -> Snippet<'s, Annotation<'s>> {
        Snippet::source(self.text).line_start(self.line).annotations(annotations)
    }
}

/// The start of the character that `offset` is in.
fn boundary(text: &str, offset: usize) -> usize {
    (0..=offset).rev().find(|&offset| text.is_char_boundary(offset)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayleave_manifest::check;

    /// The first defects; a debug build takes milliseconds for each.
    fn rendered(yaml: &str) -> Vec<String> {
        let source = Source::new("m.yaml", yaml);
        check(&source, None).defects.iter().take(50).map(|found| defect(&source, found, false)).collect()
    }

    #[test]
    fn one_line_of_megabytes_is_a_window() {
        let yaml = format!(
            "wayleave: 1\nserver: {{ name: s, version: 1 }}\npolicy: open\nresources: [{}]\n",
            "é, ".repeat(200_000)
        );
        let rendered = rendered(&yaml);
        assert_eq!(rendered.len(), 50);
        assert!(rendered.iter().all(|text| text.len() < 2000));
        assert!(rendered[49].contains("…é, é"), "{}", rendered[49]);
    }

    #[test]
    fn nothing_of_the_file_moves_the_cursor() {
        let rendered = rendered("wayleave: 1\n\u{202e}x: \"\\e[31m\"\ny\u{200b}: 1\n");
        assert!(rendered.iter().all(|text| !text.contains(['\u{1b}', '\u{202e}'])), "{rendered:?}");
    }
}
