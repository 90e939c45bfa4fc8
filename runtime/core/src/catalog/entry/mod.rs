//! The entries of a catalog. Texts that are too long are cut as soon as they are given (C3); everything else is checked
//! when a generation is built.

mod prompt;
mod resource;
mod tool;
mod toolset;

pub use prompt::{Prompt, PromptArgument};
pub use resource::{Resource, ResourceAnnotations, ResourceTemplate};
pub use tool::{Tool, ToolAnnotations, ToolSpec};
pub use toolset::Tools;
pub(super) use toolset::{Span, Text, ToolSet};

use super::{Family, bounds::Prose};

/// What all kinds of entries have.
pub(super) trait Entry {
    const FAMILY: Family;

    /// What tells one entry of a family from another: the raw name, the URI, the template.
    fn key(&self) -> &str;
}

/// An entry whose texts still say whether they were cut.
pub(super) trait Texts: Entry {
    /// The texts for readers, each with the name of its field.
    fn texts(&self) -> impl Iterator<Item = (&'static str, &Prose)>;
}
