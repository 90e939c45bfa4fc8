//! Resources, and templates of them. Their URIs are identifiers and nothing more: none is ever fetched.

use std::fmt;

use serde::Serialize;
use wayleave_model::Role;

use super::{Entry, Texts};
use crate::catalog::{Family, Quote, bounds::Prose};

/// Hints about a resource or a template, as untrusted as those of tools (C13).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceAnnotations {
    /// For whom the content is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audience: Option<Box<[Role]>>,
    /// How important it is; by the protocol from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
    /// When it last changed; by the protocol in ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<Box<str>>,
}

macro_rules! described {
    ($type:ident, $family:ident, $key:ident, $json_key:literal, $what:literal $(, $field:ident: $field_type:ty)?) => {
        #[doc = concat!("A ", $what, " as a server offers it.")]
        #[derive(Clone, PartialEq, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $type {
            $key: Box<str>,
            name: Prose,
            #[serde(skip_serializing_if = "Option::is_none")]
            title: Option<Prose>,
            #[serde(skip_serializing_if = "Option::is_none")]
            description: Option<Prose>,
            #[serde(skip_serializing_if = "Option::is_none")]
            mime_type: Option<Prose>,
            $(#[serde(skip_serializing_if = "Option::is_none")]
            $field: Option<$field_type>,)?
            #[serde(skip_serializing_if = "Option::is_none")]
            annotations: Option<ResourceAnnotations>,
        }

        impl $type {
            #[doc = concat!("A ", $what, " of this ", $json_key, ", exactly as the server spells it, and its name.")]
            #[must_use]
            pub fn new($key: impl Into<Box<str>>, name: impl Into<Box<str>>) -> Self {
                Self {
                    $key: $key.into(),
                    name: Prose::name(name),
                    title: None,
                    description: None,
                    mime_type: None,
                    $($field: None,)?
                    annotations: None,
                }
            }

            /// Sets the title.
            #[must_use]
            pub fn with_title(mut self, title: impl Into<Box<str>>) -> Self {
                self.title = Some(Prose::name(title));
                self
            }

            /// Sets the description.
            #[must_use]
            pub fn with_description(mut self, description: impl Into<Box<str>>) -> Self {
                self.description = Some(Prose::description(description));
                self
            }

            /// Sets the MIME type.
            #[must_use]
            pub fn with_mime_type(mut self, mime_type: impl Into<Box<str>>) -> Self {
                self.mime_type = Some(Prose::name(mime_type));
                self
            }

            /// Sets the hints. A time that is too long is cut.
            #[must_use]
            pub fn with_annotations(mut self, mut annotations: ResourceAnnotations) -> Self {
                annotations.last_modified = annotations.last_modified.map(|time| Prose::name(time).into_text());
                self.annotations = Some(annotations);
                self
            }

            #[doc = concat!("The ", $json_key, ".")]
            #[must_use]
            pub fn $key(&self) -> &str {
                &self.$key
            }

            /// The name for programs.
            #[must_use]
            pub fn name(&self) -> &str {
                self.name.as_str()
            }

            /// The title for people.
            #[must_use]
            pub fn title(&self) -> Option<&str> {
                self.title.as_ref().map(Prose::as_str)
            }

            /// What it is.
            #[must_use]
            pub fn description(&self) -> Option<&str> {
                self.description.as_ref().map(Prose::as_str)
            }

            /// The MIME type of the content.
            #[must_use]
            pub fn mime_type(&self) -> Option<&str> {
                self.mime_type.as_ref().map(Prose::as_str)
            }

            /// The server's hints, as they were sent; none if none were.
            #[must_use]
            pub fn annotations(&self) -> Option<&ResourceAnnotations> {
                self.annotations.as_ref()
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($type))
                    .field(stringify!($key), &Quote::new(&self.$key))
                    .field("name", &self.name)
                    .field("title", &self.title)
                    .field("description", &self.description)
                    .finish_non_exhaustive()
            }
        }

        impl Entry for $type {
            const FAMILY: Family = Family::$family;

            fn key(&self) -> &str {
                &self.$key
            }
        }

        impl Texts for $type {
            fn texts(&self) -> impl Iterator<Item = (&'static str, &Prose)> {
                [
                    ("name", Some(&self.name)),
                    ("title", self.title.as_ref()),
                    ("description", self.description.as_ref()),
                    ("mimeType", self.mime_type.as_ref()),
                ]
                .into_iter()
                .filter_map(|(field, text)| Some((field, text?)))
            }
        }
    };
}

described!(Resource, Resources, uri, "URI", "resource", size: u64);
described!(ResourceTemplate, ResourceTemplates, uri_template, "URI template", "resource template");

impl Resource {
    /// Sets the size of the content in bytes.
    #[must_use]
    pub fn with_size(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    /// The size of the content in bytes.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }
}
