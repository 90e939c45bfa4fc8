//! The making of a [`Definition`]: everything that can be said of it, checked when it is built (U1 to U3, G2).

use std::fmt;

use super::{Address, Annotations, Cache, Definition, Icon};
use crate::{TemplateError, Uri, UriError, UriTemplate};

/// A definition in the making.
#[derive(Clone, Debug)]
#[must_use]
pub struct DefinitionBuilder {
    name: String,
    uri: Option<String>,
    uri_template: Option<String>,
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

impl DefinitionBuilder {
    /// The longest name, in bytes: as long as an identifier may be anywhere in MCP's catalogs.
    pub const MAX_NAME_BYTES: usize = 512;

    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            uri: None,
            uri_template: None,
            title: None,
            description: None,
            mime_type: None,
            size: None,
            annotations: Annotations::default(),
            icons: Vec::new(),
            meta: serde_json::Map::new(),
            cache: None,
            overlaps: false,
        }
    }

    /// The concrete URI of one resource.
    pub fn uri(mut self, uri: impl Into<String>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    /// The template of a family.
    pub fn uri_template(mut self, template: impl Into<String>) -> Self {
        self.uri_template = Some(template.into());
        self
    }

    /// A title for people.
    pub fn title(mut self, title: impl Into<Box<str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the resource is.
    pub fn description(mut self, description: impl Into<Box<str>>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The MIME type of payloads that have none of their own.
    pub fn mime_type(mut self, mime_type: impl Into<Box<str>>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// The size in bytes; for a concrete URI only.
    pub fn size(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    /// Hints for clients.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// One more picture.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// The definition's own metadata.
    pub fn meta(mut self, meta: serde_json::Map<String, serde_json::Value>) -> Self {
        self.meta = meta;
        self
    }

    /// How long and for whom a complete result may be kept.
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Lets this template overlap with others (U7): what matches both is then an error of the request.
    pub fn allow_overlaps(mut self) -> Self {
        self.overlaps = true;
        self
    }

    /// The finished definition.
    ///
    /// # Errors
    /// The first fault, with the definition's name; see [`DefinitionFault`].
    pub fn build(self) -> Result<Definition, DefinitionError> {
        let name = self.name.clone();
        self.checked().map_err(|fault| DefinitionError { name: name.into(), fault })
    }

    fn checked(self) -> Result<Definition, DefinitionFault> {
        check_name(&self.name)?;
        let address = match (self.uri, self.uri_template) {
            (None, None) => return Err(DefinitionFault::NoAddress),
            (Some(_), Some(_)) => return Err(DefinitionFault::BothAddresses),
            (Some(uri), None) => Address::Uri(definable(&uri)?),
            (None, Some(template)) => {
                Address::Template(UriTemplate::parse(&template).map_err(DefinitionFault::Template)?)
            }
        };
        if self.size.is_some() && address.as_template().is_some() {
            return Err(DefinitionFault::SizeOfTemplate);
        }
        if self.mime_type.as_deref().is_some_and(|mime_type| !is_mime_type(mime_type)) {
            return Err(DefinitionFault::MimeType);
        }
        if self.annotations.priority.is_some_and(|priority| !(0.0..=1.0).contains(&priority)) {
            return Err(DefinitionFault::Priority);
        }
        if self.annotations.last_modified.as_deref().is_some_and(|time| !is_iso_8601(time)) {
            return Err(DefinitionFault::LastModified);
        }
        Ok(Definition {
            address,
            name: self.name.into(),
            title: self.title,
            description: self.description,
            mime_type: self.mime_type,
            size: self.size,
            annotations: self.annotations,
            icons: self.icons,
            meta: self.meta,
            cache: self.cache,
            overlaps: self.overlaps,
        })
    }
}

fn check_name(name: &str) -> Result<(), DefinitionFault> {
    if name.is_empty() || name.len() > DefinitionBuilder::MAX_NAME_BYTES || name.chars().any(char::is_control)
    {
        return Err(DefinitionFault::Name);
    }
    Ok(())
}

/// A URI that a definition may have: one that is not of the reserved scheme (U2).
fn definable(uri: &str) -> Result<Uri, DefinitionFault> {
    let uri = Uri::parse(uri).map_err(DefinitionFault::Uri)?;
    if uri.as_ref().is_reserved() { Err(DefinitionFault::ReservedScheme) } else { Ok(uri) }
}

/// Whether `text` is a MIME type: `type/subtype`, perhaps with parameters, in printable ASCII.
#[must_use]
pub fn is_mime_type(text: &str) -> bool {
    let token = |part: &str| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte);
        !part.is_empty() && part.bytes().all(allowed)
    };
    let essence = text.split(';').next().unwrap_or_default().trim_end();
    essence.split_once('/').is_some_and(|(kind, subtype)| token(kind) && token(subtype))
        && text.bytes().all(|byte| (0x20..0x7F).contains(&byte))
}

/// `YYYY-MM-DD`, perhaps with a time and a zone.
fn is_iso_8601(text: &str) -> bool {
    let number = |part: &str, digits: usize, range: std::ops::RangeInclusive<u32>| {
        part.len() == digits
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse().is_ok_and(|number| range.contains(&number))
    };
    let is_date = |date: &str| {
        let parts: Vec<_> = date.split('-').collect();
        matches!(parts[..], [year, month, day]
            if number(year, 4, 0..=9999) && number(month, 2, 1..=12) && number(day, 2, 1..=31))
    };
    let is_clock = |clock: &str| {
        let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
        let parts: Vec<_> = clock.split(':').collect();
        !fraction.is_empty()
            && fraction.bytes().all(|byte| byte.is_ascii_digit())
            && match parts[..] {
                [hour, minute] => number(hour, 2, 0..=23) && number(minute, 2, 0..=59),
                [hour, minute, second] => {
                    number(hour, 2, 0..=23) && number(minute, 2, 0..=59) && number(second, 2, 0..=60)
                }
                _ => false,
            }
    };
    match text.split_once(['T', 't']) {
        None => is_date(text),
        Some((date, time)) => {
            let clock = match time.strip_suffix(['Z', 'z']) {
                Some(clock) => Some(clock),
                None => match time.rfind(['+', '-']).map(|sign| (time.get(..sign), time.get(sign + 1..))) {
                    Some((clock, Some(zone))) if is_clock(zone) => clock,
                    Some(_) => None,
                    None => Some(time),
                },
            };
            is_date(date) && clock.is_some_and(is_clock)
        }
    }
}

/// A definition that cannot be built, by its name (G2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionError {
    name: Box<str>,
    fault: DefinitionFault,
}

impl DefinitionError {
    /// The error of the definition called `name`.
    #[must_use]
    pub fn new(name: &str, fault: DefinitionFault) -> Self {
        Self { name: name.into(), fault }
    }

    /// The definition's name, as it was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is wrong.
    #[must_use]
    pub fn fault(&self) -> &DefinitionFault {
        &self.fault
    }
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "definition {:?}: {}", self.name, self.fault)
    }
}

impl std::error::Error for DefinitionError {}

/// Why a definition cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefinitionFault {
    /// The name is empty, has more than 512 bytes, or holds a control character.
    Name,
    /// Neither a URI nor a template.
    NoAddress,
    /// Both a URI and a template.
    BothAddresses,
    /// The URI breaks U1.
    Uri(UriError),
    /// The URI is of the reserved scheme (U2).
    ReservedScheme,
    /// The template breaks U1 to U3.
    Template(TemplateError),
    /// A size was given for a family, whose members have sizes of their own.
    SizeOfTemplate,
    /// The MIME type is not `type/subtype`.
    MimeType,
    /// The priority is not between 0 and 1.
    Priority,
    /// The last modification is no ISO 8601 date or date and time.
    LastModified,
}

impl fmt::Display for DefinitionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uri(error) => return error.fmt(f),
            Self::Template(error) => return error.fmt(f),
            Self::Name => "the name must have 1 to 512 bytes and no control characters",
            Self::NoAddress => "give a URI or a URI template",
            Self::BothAddresses => "give either a URI or a URI template, not both",
            Self::ReservedScheme => "the scheme `mcp-warning` is reserved: choose another one",
            Self::SizeOfTemplate => "a template's members have sizes of their own: leave the size out",
            Self::MimeType => "the MIME type must be `type/subtype`, such as `text/markdown`",
            Self::Priority => "the priority must lie between 0 and 1",
            Self::LastModified => {
                "the last modification must be an ISO 8601 time, such as `2026-01-31T09:00:00Z`"
            }
        })
    }
}

impl std::error::Error for DefinitionFault {}
