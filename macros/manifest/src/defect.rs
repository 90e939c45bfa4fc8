//! Defects: what is wrong with a manifest, and where. The stages add to one [`Defects`]; none stops it, and
//! it is bounded.

use crate::code::{Code, Severity};
use crate::source::{Place, Source, Span};
use crate::tree::{Node, path_to};

/// How many defects are kept. No one mends more than that at a time, and a hostile file must not turn into
/// unbounded output.
pub const MAX_DEFECTS: usize = 1000;

/// One thing that is wrong, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Defect {
    /// What kind of defect this is.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence; text from the file is escaped and cut.
    pub message: String,
    /// How to mend it, when there is something to say.
    pub help: Option<String>,
    /// The piece of the source at fault, in bytes.
    pub span: Span,
    /// The line and column at which `span` starts.
    pub place: Place,
    /// The way to the value from the root, such as `resources[2].uriTemplate`; empty for the whole file.
    pub path: String,
    /// Another place that belongs to it, such as the first of two equal keys.
    pub related: Option<Related>,
}

/// Another place that a defect speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Related {
    /// What stands there.
    pub message: String,
    /// The piece of the source, in bytes.
    pub span: Span,
    /// The line and column at which `span` starts.
    pub place: Place,
}

impl Defect {
    /// The defect in plain text: `file:line:column: severity[code]: message`, then on lines of their own, and
    /// only if there are such, the related place and the help.
    #[must_use]
    pub fn render(&self, source: &Source) -> String {
        let name = crate::quote::escaped(source.name());
        let mut out = format!("{name}:{}: {}[{}]: {}", self.place, self.severity, self.code, self.message);
        if let Some(related) = &self.related {
            out.push_str(&format!("\n  {name}:{}: {}", related.place, related.message));
        }
        if let Some(help) = &self.help {
            out.push_str("\n  help: ");
            out.push_str(help);
        }
        out
    }
}

/// A defect before its lines, columns and path are looked up.
#[derive(Debug)]
pub(crate) struct Found {
    code: Code,
    span: Span,
    message: String,
    help: Option<String>,
    related: Option<(Span, String)>,
}

impl Found {
    pub(crate) fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, span, message: message.into(), help: None, related: None }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(crate) fn related(self, span: Span, message: impl Into<String>) -> Self {
        Self { related: Some((span, message.into())), ..self }
    }
}

/// The defects found so far. It keeps the first [`MAX_DEFECTS`] and counts the rest.
#[derive(Debug, Default)]
pub(crate) struct Defects {
    found: Vec<Found>,
    errors: usize,
    more: usize,
}

impl Defects {
    pub(crate) fn add(&mut self, found: Found) {
        if found.code.severity() == Severity::Error {
            self.errors += 1;
        }
        if self.found.len() < MAX_DEFECTS {
            self.found.push(found);
        } else {
            self.more += 1;
        }
    }

    /// Whether as many defects are kept as are listed.
    pub(crate) fn is_full(&self) -> bool {
        self.found.len() >= MAX_DEFECTS
    }

    /// Whether the list is full. An error that is found then is counted here, and need not be put into words: a
    /// hostile file has hundreds of thousands.
    pub(crate) fn skips(&mut self) -> bool {
        let full = self.is_full();
        if full {
            self.more += 1;
            self.errors += 1;
        }
        full
    }

    pub(crate) const fn errors(&self) -> usize {
        self.errors
    }

    /// The defects by place, each with its path in the tree; a last one says how many more there are.
    pub(crate) fn finish(self, source: &Source, tree: Option<&Node<'_>>) -> Vec<Defect> {
        let mut defects: Vec<Defect> =
            self.found.into_iter().map(|found| completed(found, source, tree)).collect();
        // Stable: at one place the order is that of the finding.
        defects.sort_by_key(|defect| defect.span);
        if self.more > 0 {
            let message = format!("{} more defects are not listed", self.more);
            let span = defects.last().map_or(Span::at(0), |last| last.span);
            defects.push(completed(Found::new(Code::MoreDefects, span, message), source, None));
        }
        defects
    }
}

fn completed(found: Found, source: &Source, tree: Option<&Node<'_>>) -> Defect {
    Defect {
        code: found.code,
        severity: found.code.severity(),
        message: found.message,
        help: found.help,
        span: found.span,
        place: source.place(found.span.start),
        path: tree.map(|tree| path_to(tree, found.span)).unwrap_or_default(),
        related: found.related.map(|(span, message)| Related {
            message,
            span,
            place: source.place(span.start),
        }),
    }
}
