//! The template of a route in a `static`: parsed when it is first used, and never again (U8).

use std::{borrow::Cow, sync::OnceLock};

use wayleave_model::{ExpandError, Uri, UriTemplate};

/// A template that a macro checked.
pub struct Template {
    text: &'static str,
    parsed: OnceLock<Option<UriTemplate>>,
}

impl Template {
    /// The template of this text.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self { text, parsed: OnceLock::new() }
    }

    /// The canonical URI for `values`, one for each variable in order, of at most `max_bytes`.
    ///
    /// # Errors
    /// See [`ExpandError`].
    pub fn expand(&self, values: &[Cow<'_, str>], max_bytes: usize) -> Result<Uri, ExpandError> {
        match self.parsed.get_or_init(|| UriTemplate::parse(self.text).ok()) {
            Some(template) => template.expand_within(values, max_bytes),
            // A text that no macro checked has no variables.
            None => Err(ExpandError::Count { expected: 0, given: values.len() }),
        }
    }
}
