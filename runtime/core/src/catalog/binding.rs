//! The name of a client binding.

use std::{fmt, sync::Arc};

use super::{Defect, DefectError, Quote, bounds::check_identifier};

/// The configured name of the connection to one server. It stands in every tool's model name, and belongs to what a
/// digest covers.
///
/// Cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BindingName(Arc<str>);

impl BindingName {
    /// A name that is an identifier (C4): not empty, at most 512 bytes, without control characters.
    ///
    /// # Errors
    /// [`Defect::BindingName`].
    pub fn new(name: &str) -> Result<Self, DefectError> {
        match check_identifier(name) {
            Ok(()) => Ok(Self(name.into())),
            Err(fault) => {
                Err(DefectError::new(None, Defect::BindingName(fault)).with_subject(Quote::new(name)))
            }
        }
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for BindingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Quote::new(&self.0).fmt(f)
    }
}

/// The name, with what does not print escaped.
impl fmt::Display for BindingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = Quote::with_room(&self.0, usize::MAX);
        f.write_str(quoted.as_str().trim_matches('"'))
    }
}
