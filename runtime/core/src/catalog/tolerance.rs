//! What a host may bear with in a server that keeps to the specification only nearly (C8).

use serde::{Deserialize, Serialize};

/// A safe deviation. The set is closed: a deviation without a name cannot be allowed, however a host is configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tolerance {
    /// A defective output schema is left out, and its tool kept.
    InvalidOutputSchema,
    /// A tool's raw name is changed, cut or given a suffix for the model (C7). On the wire it stays what it is.
    DisplayNameNormalization,
}

impl Tolerance {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidOutputSchema => "invalid_output_schema",
            Self::DisplayNameNormalization => "display_name_normalization",
        }
    }
}

/// Which deviations are allowed. The default allows none: a defect rejects the generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tolerances {
    /// Allows [`Tolerance::InvalidOutputSchema`].
    pub invalid_output_schema: bool,
    /// Allows [`Tolerance::DisplayNameNormalization`].
    pub display_name_normalization: bool,
}

impl Tolerances {
    /// No deviation is allowed.
    pub const NONE: Self = Self { invalid_output_schema: false, display_name_normalization: false };
    /// Every deviation that has a name is allowed.
    pub const ALL: Self = Self { invalid_output_schema: true, display_name_normalization: true };

    /// Those that are allowed, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = Tolerance> {
        [
            (self.invalid_output_schema, Tolerance::InvalidOutputSchema),
            (self.display_name_normalization, Tolerance::DisplayNameNormalization),
        ]
        .into_iter()
        .filter_map(|(allowed, tolerance)| allowed.then_some(tolerance))
    }
}
