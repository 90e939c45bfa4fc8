//! The result of a read: items, and the report of what is missing (G14 to G16).

use std::{
    borrow::Cow,
    fmt,
    sync::atomic::{AtomicUsize, Ordering},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::SerializeMap};
use wayleave_model::{Cache, ReportKey, Uri};

use super::{Body, Issue, Report, size};

/// One item of a bundle.
#[derive(Clone)]
pub struct Item {
    uri: Uri,
    mime_type: Cow<'static, str>,
    body: Body,
    meta: serde_json::Map<String, serde_json::Value>,
    /// The bytes of its JSON, once somebody has asked: bodies are large, and are looked through once.
    size: Size,
}

impl Item {
    pub(super) fn new(
        uri: Uri,
        mime_type: Cow<'static, str>,
        body: Body,
        meta: serde_json::Map<String, serde_json::Value>,
    ) -> Self {
        Self { uri, mime_type, body, meta, size: Size(AtomicUsize::new(0)) }
    }

    /// The bytes of its JSON.
    pub(super) fn size(&self) -> usize {
        match self.size.0.load(Ordering::Relaxed) {
            0 => {
                let size = size::item(self);
                self.size.0.store(size, Ordering::Relaxed);
                size
            }
            size => size,
        }
    }

    /// The URI: the authorised target's, or a warning's own.
    #[must_use]
    pub fn uri(&self) -> &Uri {
        &self.uri
    }

    /// The MIME type.
    #[must_use]
    pub fn mime_type(&self) -> &str {
        &self.mime_type
    }

    /// The content.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The metadata.
    #[must_use]
    pub fn meta(&self) -> &serde_json::Map<String, serde_json::Value> {
        &self.meta
    }

    /// The URI, the MIME type, the content and the metadata as the owner: an adapter need copy none of them.
    #[must_use]
    pub fn into_parts(self) -> (Uri, Cow<'static, str>, Body, serde_json::Map<String, serde_json::Value>) {
        (self.uri, self.mime_type, self.body, self.meta)
    }
}

/// A size, or zero while nobody has asked for it.
struct Size(AtomicUsize);

impl Clone for Size {
    fn clone(&self) -> Self {
        Self(AtomicUsize::new(self.0.load(Ordering::Relaxed)))
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        let Self { uri, mime_type, body, meta, size: _ } = self;
        (uri, mime_type, body, meta) == (&other.uri, &other.mime_type, &other.body, &other.meta)
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Item")
            .field("uri", &self.uri)
            .field("mime_type", &self.mime_type)
            .field("body", &self.body)
            .field("meta", &self.meta)
            .finish()
    }
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut item = serializer.serialize_map(None)?;
        item.serialize_entry("uri", &self.uri)?;
        item.serialize_entry("mimeType", &self.mime_type)?;
        match &self.body {
            Body::Text(text) => item.serialize_entry("text", text)?,
            Body::Bytes(bytes) => item.serialize_entry("blob", &STANDARD.encode(bytes))?,
        }
        if !self.meta.is_empty() {
            item.serialize_entry("_meta", &self.meta)?;
        }
        item.end()
    }
}

/// What one read returns: a success, complete or partial.
///
/// Its JSON is the MCP `ReadResourceResult`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    pub(super) items: Vec<Item>,
    pub(super) report: Report,
    /// The bytes of the metadata that holds the report.
    pub(super) report_bytes: usize,
    pub(super) key: ReportKey,
    pub(super) cache: Cache,
    pub(super) encoded: usize,
}

impl Bundle {
    /// The items: those delivered in plan order, behind a generated warning where the bundle is partial.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The items as the owner.
    #[must_use]
    pub fn into_items(self) -> Vec<Item> {
        self.items
    }

    /// Whether something visible is missing.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.report.is_partial()
    }

    /// The report, as the metadata and a warning give it.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The issues that are listed.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        self.report.issues()
    }

    /// How many more visible items are missing than are listed.
    #[must_use]
    pub fn issues_omitted(&self) -> usize {
        self.report.issues_omitted()
    }

    /// The key of the report in the metadata.
    #[must_use]
    pub fn report_key(&self) -> &ReportKey {
        &self.key
    }

    /// The bytes of the result in the encoding that goes out, as its sizer gives them (G21).
    #[must_use]
    pub fn encoded_bytes(&self) -> usize {
        self.encoded
    }

    /// How long and for whom this result may be kept; a partial one never is (G29).
    #[must_use]
    pub fn cache(&self) -> Cache {
        self.cache
    }
}

impl Serialize for Bundle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut result = serializer.serialize_map(None)?;
        result.serialize_entry("contents", &self.items)?;
        result.serialize_entry("_meta", &OneEntry(self.key.as_str(), &self.report))?;
        result.end()
    }
}

/// A JSON object of one entry.
struct OneEntry<'a, T>(&'a str, &'a T);

impl<T: Serialize> Serialize for OneEntry<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, self.1)?;
        map.end()
    }
}

/// The warning that heads a partial bundle (G16). It grants nothing and is nowhere stored, listed or readable.
pub(super) fn warning(identity: [u8; 16], text: String, key: &ReportKey) -> Item {
    let mark = serde_json::json!({ "diagnostic": true, "inlineOnly": true });
    let meta = serde_json::Map::from_iter([(key.as_str().to_owned(), mark)]);
    Item::new(Uri::warning(identity), Cow::Borrowed("text/plain"), Body::Text(text.into()), meta)
}
