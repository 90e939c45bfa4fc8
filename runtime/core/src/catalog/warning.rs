//! Warnings: what a generation was built in spite of (C9).

use std::fmt;

use super::{Family, bounds::cut};

/// The warnings that a generation keeps.
pub const MAX_WARNINGS: usize = 64;
/// The bytes of a warning's text.
pub const WARNING_BYTES: usize = 1024;
/// The warnings that each tool keeps of its own.
pub(super) const TOOL_WARNINGS: usize = 4;

/// Something about a server's offer that a host's people should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    kind: WarningKind,
    family: Option<Family>,
    text: Box<str>,
}

/// The kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// An item could not be converted, and is left out (C5).
    ItemDropped,
    /// A text was too long, and is cut (C3).
    TextCut,
    /// A defective output schema is left out; its tool is kept (C8).
    OutputSchemaDropped,
    /// A tool's model name is not its raw name (C7, C8).
    NameNormalized,
    /// A text holds characters that are not seen, or that make it look different from what it is.
    DeceivingText,
    /// Two names look alike.
    LookAlike,
    /// The last of too many: how many there were in all.
    Summary,
}

impl WarningKind {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ItemDropped => "item_dropped",
            Self::TextCut => "text_cut",
            Self::OutputSchemaDropped => "output_schema_dropped",
            Self::NameNormalized => "name_normalized",
            Self::DeceivingText => "deceiving_text",
            Self::LookAlike => "look_alike",
            Self::Summary => "summary",
        }
    }
}

impl Warning {
    /// A warning with a text of at most [`WARNING_BYTES`]; more is cut off.
    pub(super) fn new(kind: WarningKind, family: Option<Family>, text: fmt::Arguments<'_>) -> Self {
        let mut bounded = text.to_string();
        if bounded.len() > WARNING_BYTES {
            bounded.truncate(cut(&bounded, WARNING_BYTES - '…'.len_utf8()).len());
            bounded.push('…');
        }
        Self { kind, family, text: bounded.into() }
    }

    /// What kind of warning this is.
    #[must_use]
    pub fn kind(&self) -> WarningKind {
        self.kind
    }

    /// The family it is about, if it is about one.
    #[must_use]
    pub fn family(&self) -> Option<Family> {
        self.family
    }

    /// The text: at most 1 KiB, what a peer sent escaped.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(family) = self.family {
            write!(f, "{family}: ")?;
        }
        f.write_str(&self.text)
    }
}

/// The warnings so far: the first few, and how many there were.
#[derive(Clone, Debug, Default)]
pub(super) struct Warnings {
    kept: Vec<Warning>,
    total: u64,
}

impl Warnings {
    pub(super) fn push(&mut self, kind: WarningKind, family: Option<Family>, text: fmt::Arguments<'_>) {
        // What is not kept is not even written.
        if self.kept.len() < MAX_WARNINGS {
            self.kept.push(Warning::new(kind, family, text));
        }
        self.total = self.total.saturating_add(1);
    }

    /// Counts warnings that were raised before, and of which nothing is kept.
    pub(super) fn count(&mut self, more: u64) {
        self.total = self.total.saturating_add(more);
    }

    /// The warnings to keep, and how many were raised in all. If some are not kept, the last one says so.
    pub(super) fn finish(mut self) -> (Box<[Warning]>, u64) {
        let total = self.total;
        if total > self.kept.len() as u64 {
            self.kept.truncate(MAX_WARNINGS - 1);
            let text = format_args!("{total} warnings were raised in all");
            self.kept.push(Warning::new(WarningKind::Summary, None, text));
        }
        (self.kept.into(), total)
    }
}
