//! Definitions: what one resource or family of resources is called and how it is described.

mod builder;

use std::time::Duration;

use serde::{Serialize, Serializer, ser::SerializeMap};

pub use builder::{DefinitionBuilder, DefinitionError, DefinitionFault, is_mime_type};

use crate::{Uri, UriTemplate};

/// The concrete URI of one resource, or the template of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// One resource.
    Uri(Uri),
    /// A family of resources.
    Template(UriTemplate),
}

impl Address {
    /// The URI's or the template's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Uri(uri) => uri.as_str(),
            Self::Template(template) => template.as_str(),
        }
    }

    /// The template, where it is one.
    #[must_use]
    pub fn as_template(&self) -> Option<&UriTemplate> {
        match self {
            Self::Uri(_) => None,
            Self::Template(template) => Some(template),
        }
    }

    /// The concrete URI, where it is one.
    #[must_use]
    pub fn as_uri(&self) -> Option<&Uri> {
        match self {
            Self::Uri(uri) => Some(uri),
            Self::Template(_) => None,
        }
    }
}

/// The description of one resource or of one family, as a listing gives it. Immutable once built.
///
/// Its JSON is the MCP `Resource` or `ResourceTemplate`. Rust's own settings, cache and overlap, are not in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    address: Address,
    name: Box<str>,
    title: Option<Box<str>>,
    description: Option<Box<str>>,
    mime_type: Option<Box<str>>,
    size: Option<u64>,
    annotations: Annotations,
    icons: Vec<Icon>,
    meta: serde_json::Map<String, serde_json::Value>,
    cache: Option<Cache>,
    overlaps: bool,
}

impl Definition {
    /// Begins a definition. Give it a [`uri`](DefinitionBuilder::uri) or a
    /// [`uri_template`](DefinitionBuilder::uri_template), and what else it should say.
    ///
    /// ```
    /// use wayleave_model::Definition;
    /// let thumbnail = Definition::builder("thumbnail")
    ///     .uri_template("asset://project/{id}/thumbnail")
    ///     .mime_type("image/png")
    ///     .build()?;
    /// assert_eq!(thumbnail.name(), "thumbnail");
    /// # Ok::<(), wayleave_model::DefinitionError>(())
    /// ```
    pub fn builder(name: impl Into<String>) -> DefinitionBuilder {
        DefinitionBuilder::new(name.into())
    }

    /// The concrete URI or the template.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The name, unique in a gateway.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What the resource is, for models and people.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The MIME type of a payload that has none of its own.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        self.mime_type.as_deref()
    }

    /// The size in bytes, of a concrete resource.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Hints for clients.
    #[must_use]
    pub fn annotations(&self) -> &Annotations {
        &self.annotations
    }

    /// Pictures for user interfaces.
    #[must_use]
    pub fn icons(&self) -> &[Icon] {
        &self.icons
    }

    /// The definition's own metadata.
    #[must_use]
    pub fn meta(&self) -> &serde_json::Map<String, serde_json::Value> {
        &self.meta
    }

    /// How long and for whom a complete result may be kept.
    #[must_use]
    pub fn cache(&self) -> Option<Cache> {
        self.cache
    }

    /// Whether this template may overlap with others (U7).
    #[must_use]
    pub fn allows_overlaps(&self) -> bool {
        self.overlaps
    }

    /// The bytes of the description's JSON, which [`Limits::METADATA_BYTES`](crate::Limits::METADATA_BYTES) bounds.
    #[must_use]
    pub fn encoded_len(&self) -> usize {
        serde_json::to_vec(self).map_or(usize::MAX, |json| json.len())
    }
}

impl Serialize for Definition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.address {
            Address::Uri(uri) => map.serialize_entry("uri", uri)?,
            Address::Template(template) => map.serialize_entry("uriTemplate", template.as_str())?,
        }
        map.serialize_entry("name", &self.name)?;
        let texts =
            [("title", &self.title), ("description", &self.description), ("mimeType", &self.mime_type)];
        for (key, text) in texts {
            if let Some(text) = text {
                map.serialize_entry(key, text)?;
            }
        }
        if let Some(size) = self.size {
            map.serialize_entry("size", &size)?;
        }
        if self.annotations != Annotations::default() {
            map.serialize_entry("annotations", &self.annotations)?;
        }
        if !self.icons.is_empty() {
            map.serialize_entry("icons", &self.icons)?;
        }
        if !self.meta.is_empty() {
            map.serialize_entry("_meta", &self.meta)?;
        }
        map.end()
    }
}

/// Hints for clients about a resource or an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// For whom the content is meant; empty for no hint.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<Role>,
    /// How important it is, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
    /// When it last changed, as an ISO 8601 date or date and time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

/// Someone who may be the audience.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// A person.
    User,
    /// The model.
    Assistant,
}

/// A picture for user interfaces. Its address is handed on and never fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Icon {
    /// An HTTPS or data URL.
    pub src: String,
    /// The MIME type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Sizes such as `48x48`, or `any`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<String>,
    /// The background it is made for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
}

/// A background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// How long and for whom a complete result may be kept (G29).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    /// For how long.
    pub ttl: Duration,
    /// For whom.
    pub scope: CacheScope,
}

/// For whom a result may be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CacheScope {
    /// For the one who asked.
    #[default]
    Private,
    /// For everyone.
    Public,
}
