//! The families of a catalog, and what discovery did about each (C10).

use std::fmt;

use serde::{Deserialize, Serialize};

/// What one list call answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// `tools/list`.
    Tools,
    /// `prompts/list`.
    Prompts,
    /// `resources/list`.
    Resources,
    /// `resources/templates/list`.
    ResourceTemplates,
}

impl Family {
    /// All of them, in the order in which they are asked for.
    pub const ALL: [Self; 4] = [Self::Tools, Self::Prompts, Self::Resources, Self::ResourceTemplates];

    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::ResourceTemplates => "resource_templates",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What discovery did about a family, so that *has none* and *was never asked* stay two things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// It was advertised, and is here in full.
    Fetched,
    /// It was not advertised, so it was not asked for.
    SkippedNotAdvertised,
}

impl Decision {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fetched => "fetched",
            Self::SkippedNotAdvertised => "skipped_not_advertised",
        }
    }
}

/// The decision on every family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decisions {
    /// On tools.
    pub tools: Decision,
    /// On prompts.
    pub prompts: Decision,
    /// On resources.
    pub resources: Decision,
    /// On resource templates, which have no capability of their own and follow that of resources.
    pub resource_templates: Decision,
}

impl Decisions {
    /// Every family with its decision, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = (Family, Decision)> {
        let decisions = [self.tools, self.prompts, self.resources, self.resource_templates];
        Family::ALL.into_iter().zip(decisions)
    }
}
