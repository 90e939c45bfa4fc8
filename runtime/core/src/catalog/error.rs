//! Why there is no generation: a defect, or more than the host takes (C5, C11). They are different kinds: a catalog over
//! a limit may be taken with a higher one, a defective one never.

use std::{error::Error, fmt};

use super::{Family, IdentifierFault, Quote, SchemaFault, Tolerance};

/// What a server sent cannot be made into a generation, whatever the limits are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefectError {
    family: Option<Family>,
    defect: Defect,
    subject: Option<Quote>,
}

/// The kinds of defects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Defect {
    /// The name of the binding is no identifier.
    BindingName(IdentifierFault),
    /// The name of a tool or prompt, a URI or a template is no identifier.
    Identifier(IdentifierFault),
    /// Two entries have the same name, URI or template.
    Duplicate,
    /// A tool has no input schema.
    NoInputSchema,
    /// A tool's input schema is no schema.
    InputSchema(SchemaFault),
    /// A tool's output schema is no schema, and that is not tolerated.
    OutputSchema(SchemaFault),
    /// A tool's raw name does not do for models, and changing it is not tolerated.
    NameNotNormalized,
    /// Two tools have the same model name, in spite of their suffixes.
    ModelName,
    /// All tools' texts together are more than 4 GiB.
    TooLarge,
    /// A prompt has more arguments than [`PROMPT_ARGUMENTS`](super::bounds::PROMPT_ARGUMENTS).
    TooManyArguments {
        /// How many it has.
        arguments: usize,
    },
    /// The name of a prompt's argument is none.
    ArgumentName(IdentifierFault),
    /// What the handshake brought is not what the protocol says.
    Handshake(HandshakeFault),
    /// A page is not the JSON of a list's result.
    MalformedPage,
    /// A cursor was there before: the list has no end.
    RepeatedCursor,
    /// A cursor is longer than [`CURSOR_BYTES`](super::bounds::CURSOR_BYTES).
    CursorTooLong {
        /// Its length in bytes.
        bytes: usize,
    },
}

/// What is wrong with a handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HandshakeFault {
    /// It is not the JSON of the result.
    Malformed,
    /// There is no protocol version, or it is no identifier.
    ProtocolVersion,
    /// The capabilities are no JSON object, or larger or deeper than a schema may be.
    Capabilities,
}

impl DefectError {
    pub(super) fn new(family: Option<Family>, defect: Defect) -> Self {
        Self { family, defect, subject: None }
    }

    pub(super) fn with_subject(mut self, subject: Quote) -> Self {
        self.subject = Some(subject);
        self
    }

    /// The family it was found in, if in one.
    #[must_use]
    pub fn family(&self) -> Option<Family> {
        self.family
    }

    /// What it is.
    #[must_use]
    pub fn defect(&self) -> Defect {
        self.defect
    }

    /// The name of what is defective, safe to show.
    #[must_use]
    pub fn subject(&self) -> Option<&Quote> {
        self.subject.as_ref()
    }

    /// The tolerance that would have kept this from being a defect.
    #[must_use]
    pub fn tolerance(&self) -> Option<Tolerance> {
        match self.defect {
            Defect::OutputSchema(_) => Some(Tolerance::InvalidOutputSchema),
            Defect::NameNotNormalized => Some(Tolerance::DisplayNameNormalization),
            _ => None,
        }
    }
}

impl fmt::Display for DefectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("catalog: ")?;
        if let Some(family) = self.family {
            write!(f, "{family}: ")?;
        }
        if let Some(subject) = &self.subject {
            write!(f, "{subject}: ")?;
        }
        self.defect.fmt(f)
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BindingName(fault) => write!(f, "the name of the binding is not valid: {fault}"),
            Self::Identifier(fault) => write!(f, "this is no identifier: {fault}"),
            Self::Duplicate => f.write_str("it is there twice"),
            Self::NoInputSchema => f.write_str("there is no input schema"),
            Self::InputSchema(fault) => write!(f, "the input schema is not valid: {fault}"),
            Self::OutputSchema(fault) => write!(f, "the output schema is not valid: {fault}"),
            Self::NameNotNormalized => {
                f.write_str("the name does not do for models as it is, and changing it is not tolerated")
            }
            Self::ModelName => f.write_str("another tool has the same model name, in spite of a suffix"),
            Self::TooLarge => f.write_str("all texts together are more than 4 GiB"),
            Self::TooManyArguments { arguments } => write!(f, "its {arguments} arguments are too many"),
            Self::ArgumentName(fault) => write!(f, "the name of an argument is not valid: {fault}"),
            Self::Handshake(HandshakeFault::Malformed) => f.write_str("the handshake is malformed"),
            Self::Handshake(HandshakeFault::ProtocolVersion) => {
                f.write_str("the handshake has no valid protocol version")
            }
            Self::Handshake(HandshakeFault::Capabilities) => {
                f.write_str("the handshake has no valid capabilities")
            }
            Self::MalformedPage => f.write_str("a page is malformed"),
            Self::RepeatedCursor => f.write_str("a cursor was there before, so the list has no end"),
            Self::CursorTooLong { bytes } => write!(f, "a cursor's {bytes} bytes are too many"),
        }
    }
}

impl Error for DefectError {}

/// A catalog is well formed as far as it was looked at, and larger than the host takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverLimitError {
    family: Family,
    what: OverLimit,
    limit: usize,
}

/// What there is too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OverLimit {
    /// A family takes more pages than `pages`.
    CatalogPages,
    /// A family has more items than its limit.
    CatalogItems,
    /// A page is larger than `page_bytes`, or all items together than `total_bytes`.
    CatalogBytes,
}

impl OverLimit {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CatalogPages => "catalog_pages",
            Self::CatalogItems => "catalog_items",
            Self::CatalogBytes => "catalog_bytes",
        }
    }
}

impl OverLimitError {
    pub(super) fn new(family: Family, what: OverLimit, limit: usize) -> Self {
        Self { family, what, limit }
    }

    /// The family that was being fetched.
    #[must_use]
    pub fn family(&self) -> Family {
        self.family
    }

    /// What there is too much of.
    #[must_use]
    pub fn what(&self) -> OverLimit {
        self.what
    }

    /// The limit.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.limit
    }
}

impl fmt::Display for OverLimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { family, what, limit } = self;
        write!(f, "catalog: {family}: over the limit {} of {limit}", what.as_str())
    }
}

impl Error for OverLimitError {}
