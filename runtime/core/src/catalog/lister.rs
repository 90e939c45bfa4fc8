//! The narrow side of a connection that discovery needs (C11).

use std::{error::Error, fmt};

use super::Quote;

/// The four paginated list calls, and nothing else: discovery can neither shake hands, nor call a tool, nor hang up.
///
/// A lister hands pages over as they came, see [`Page`]; it neither walks pages, nor looks inside, nor caches. It should
/// stop reading an answer that is longer than [`Limits::page_bytes`](super::Limits::page_bytes).
pub trait Lister: Send + Sync {
    /// Why a call failed. Its text is not rendered by discovery.
    type Error: Into<Box<dyn Error + Send + Sync>>;

    /// `tools/list`, from the start or from a cursor.
    ///
    /// # Errors
    /// Whatever kept the server's answer from coming; discovery then ends.
    fn tools(&self, cursor: Option<&str>) -> impl Future<Output = Result<Page, Self::Error>> + Send;

    /// `prompts/list`, from the start or from a cursor.
    ///
    /// # Errors
    /// As for [`tools`](Self::tools).
    fn prompts(&self, cursor: Option<&str>) -> impl Future<Output = Result<Page, Self::Error>> + Send;

    /// `resources/list`, from the start or from a cursor.
    ///
    /// # Errors
    /// As for [`tools`](Self::tools).
    fn resources(&self, cursor: Option<&str>) -> impl Future<Output = Result<Page, Self::Error>> + Send;

    /// `resources/templates/list`, from the start or from a cursor.
    ///
    /// # Errors
    /// As for [`tools`](Self::tools).
    fn resource_templates(
        &self,
        cursor: Option<&str>,
    ) -> impl Future<Output = Result<Page, Self::Error>> + Send;
}

/// The JSON of one list call's `result`, as the server wrote it: an object with the items under `tools`, `prompts`,
/// `resources` or `resourceTemplates`, and perhaps a `nextCursor`.
#[derive(Clone)]
pub struct Page(String);

impl Page {
    /// A page of this text. Discovery reads it; so schemas stay what they are, byte for byte.
    #[must_use]
    pub fn new(result: impl Into<String>) -> Self {
        Self(result.into())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Page({} bytes, {})", self.0.len(), Quote::new(&self.0))
    }
}
