//! What a manifest says of an entry, as constants.

use std::{borrow::Cow, time::Duration};

use serde_json::{Map, Number, Value};
use wayleave_model::{
    Annotations, Cache, CacheScope, Definition, DefinitionError, Icon as OwnedIcon, Role, Theme,
};

use crate::route::FromCapture;

/// The description of an entry, put together by constant functions.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    name: &'static str,
    address: Address,
    captures: &'static [Capture],
    title: Option<&'static str>,
    description: Option<&'static str>,
    mime_type: Option<&'static str>,
    size: Option<u64>,
    audience: &'static [Role],
    priority: Option<f64>,
    last_modified: Option<&'static str>,
    icons: &'static [Icon],
    meta: &'static [(&'static str, Json)],
    cache: Option<(Duration, CacheScope)>,
    overlaps: bool,
}

#[derive(Clone, Copy, Debug)]
enum Address {
    Uri(&'static str),
    Template(&'static str),
}

impl Entry {
    /// One resource.
    #[must_use]
    pub const fn uri(name: &'static str, uri: &'static str) -> Self {
        Self::new(name, Address::Uri(uri), &[])
    }

    /// A family; `captures` are its variables in the template's order.
    #[must_use]
    pub const fn template(name: &'static str, template: &'static str, captures: &'static [Capture]) -> Self {
        Self::new(name, Address::Template(template), captures)
    }

    const fn new(name: &'static str, address: Address, captures: &'static [Capture]) -> Self {
        Self {
            name,
            address,
            captures,
            title: None,
            description: None,
            mime_type: None,
            size: None,
            audience: &[],
            priority: None,
            last_modified: None,
            icons: &[],
            meta: &[],
            cache: None,
            overlaps: false,
        }
    }

    /// The title for people.
    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// What the resource is.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// The MIME type of payloads that have none of their own.
    #[must_use]
    pub const fn mime_type(mut self, mime_type: &'static str) -> Self {
        self.mime_type = Some(mime_type);
        self
    }

    /// The size in bytes.
    #[must_use]
    pub const fn size(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    /// For whom the content is meant.
    #[must_use]
    pub const fn audience(mut self, audience: &'static [Role]) -> Self {
        self.audience = audience;
        self
    }

    /// How important it is, from 0 to 1.
    #[must_use]
    pub const fn priority(mut self, priority: f64) -> Self {
        self.priority = Some(priority);
        self
    }

    /// When it last changed.
    #[must_use]
    pub const fn last_modified(mut self, time: &'static str) -> Self {
        self.last_modified = Some(time);
        self
    }

    /// The pictures.
    #[must_use]
    pub const fn icons(mut self, icons: &'static [Icon]) -> Self {
        self.icons = icons;
        self
    }

    /// The definition's own metadata.
    #[must_use]
    pub const fn meta(mut self, meta: &'static [(&'static str, Json)]) -> Self {
        self.meta = meta;
        self
    }

    /// How long, in milliseconds, and for whom a complete result may be kept.
    #[must_use]
    pub const fn cache(mut self, millis: u64, scope: CacheScope) -> Self {
        self.cache = Some((Duration::from_millis(millis), scope));
        self
    }

    /// Lets the template overlap with others (U7).
    #[must_use]
    pub const fn allow_overlaps(mut self) -> Self {
        self.overlaps = true;
        self
    }

    /// The name, unique in a manifest.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub(super) const fn captures(&self) -> &'static [Capture] {
        self.captures
    }

    /// The entry as a definition.
    ///
    /// # Errors
    /// None, where the entry comes from a checked manifest.
    pub fn definition(&self) -> Result<Definition, DefinitionError> {
        let mut builder = Definition::builder(self.name)
            .annotations(Annotations {
                audience: self.audience.to_vec(),
                priority: self.priority,
                last_modified: self.last_modified.map(str::to_owned),
            })
            .meta(object(self.meta));
        builder = match self.address {
            Address::Uri(uri) => builder.uri(uri),
            Address::Template(template) => builder.uri_template(template),
        };
        if let Some(title) = self.title {
            builder = builder.title(title);
        }
        if let Some(description) = self.description {
            builder = builder.description(description);
        }
        if let Some(mime_type) = self.mime_type {
            builder = builder.mime_type(mime_type);
        }
        if let Some(size) = self.size {
            builder = builder.size(size);
        }
        if let Some((ttl, scope)) = self.cache {
            builder = builder.cache(Cache { ttl, scope });
        }
        if self.overlaps {
            builder = builder.allow_overlaps();
        }
        self.icons.iter().fold(builder, |builder, icon| builder.icon(icon.owned())).build()
    }
}

/// A variable of a family.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    name: &'static str,
    canonical: fn(&str) -> Option<Cow<'_, str>>,
    values: &'static [&'static str],
}

impl Capture {
    /// A variable whose value parses as `T`.
    #[must_use]
    pub const fn new<T: FromCapture>(name: &'static str) -> Self {
        Self::written(name, T::canonical)
    }

    /// A variable whose value parses as `T`, a floating-point number: there is one zero, and it has no sign.
    #[must_use]
    pub const fn float<T: FromCapture>(name: &'static str) -> Self {
        Self::written(name, |text| match T::canonical(text)? {
            written if written == "-0" => Some(Cow::Owned("0".to_owned())),
            written => Some(written),
        })
    }

    /// A variable whose value is written as `canonical` says, and must be one for which it says so.
    #[must_use]
    pub const fn written(name: &'static str, canonical: fn(&str) -> Option<Cow<'_, str>>) -> Self {
        Self { name, canonical, values: &[] }
    }

    /// The values that completion offers.
    #[must_use]
    pub const fn values(mut self, values: &'static [&'static str]) -> Self {
        self.values = values;
        self
    }

    pub(super) fn canonical<'a>(&self, value: &'a str) -> Option<Cow<'a, str>> {
        (self.canonical)(value)
    }

    pub(super) fn completions(captures: &[Self], variable: &str, typed: &str) -> Vec<String> {
        let own = captures.iter().find(|capture| capture.name == variable);
        let values = own.map_or(&[][..], |capture| capture.values).iter();
        values.filter(|value| value.starts_with(typed)).map(|value| (*value).to_owned()).collect()
    }
}

/// A picture for user interfaces.
#[derive(Clone, Copy, Debug)]
pub struct Icon {
    /// An HTTPS or data URL.
    pub src: &'static str,
    /// The MIME type.
    pub mime_type: Option<&'static str>,
    /// Sizes such as `48x48`, or `any`.
    pub sizes: &'static [&'static str],
    /// The background it is made for.
    pub theme: Option<Theme>,
}

impl Icon {
    fn owned(self) -> OwnedIcon {
        OwnedIcon {
            src: self.src.to_owned(),
            mime_type: self.mime_type.map(str::to_owned),
            sizes: self.sizes.iter().map(|&size| size.to_owned()).collect(),
            theme: self.theme,
        }
    }
}

/// A JSON value. Numbers keep every bit, which text would not.
#[derive(Clone, Copy, Debug)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number below zero.
    Negative(i64),
    /// A whole number from zero.
    Whole(u64),
    /// Any other number; finite.
    Float(f64),
    /// A text.
    Text(&'static str),
    /// A list.
    List(&'static [Json]),
    /// An object.
    Object(&'static [(&'static str, Json)]),
}

impl Json {
    fn to_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Negative(value) => value.into(),
            Self::Whole(value) => value.into(),
            Self::Float(value) => Number::from_f64(value).map_or(Value::Null, Value::Number),
            Self::Text(text) => text.into(),
            Self::List(values) => values.iter().map(|value| value.to_value()).collect(),
            Self::Object(entries) => Value::Object(object(entries)),
        }
    }
}

fn object(entries: &[(&'static str, Json)]) -> Map<String, Value> {
    entries.iter().map(|(key, value)| ((*key).to_owned(), value.to_value())).collect()
}
