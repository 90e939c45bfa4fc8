//! URI templates whose variables are whole path segments (U3), matching (U4) and expansion (U8).

mod error;
mod parse;

use std::{fmt, ops::Range, sync::Arc};

pub use error::{TemplateError, TemplateErrorKind};

use crate::{CaptureFault, Captures, Limits, Uri, UriRef, escape};

/// A checked URI template: a URI with variables in the place of path segments (U3). Cheap to clone.
#[derive(Clone)]
pub struct UriTemplate(Arc<Parsed>);

pub(crate) struct Parsed {
    text: Box<str>,
    path: Range<usize>,
    segments: Box<[Segment]>,
    variables: Box<[Variable]>,
}

/// A variable of a template.
pub(crate) struct Variable {
    pub(crate) name: Box<str>,
    /// Its place among the segments.
    pub(crate) segment: usize,
}

/// One segment of a template's path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    /// The literal text, as it stands.
    Literal(Box<str>),
    /// The variable at this position among the template's variables.
    Variable(usize),
}

impl UriTemplate {
    /// Checks `text` against U1 to U3.
    ///
    /// # Errors
    /// A [`TemplateError`] with the kind, the place and the help of the first fault.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        parse::parse(text).map(|parsed| Self(Arc::new(parsed)))
    }

    /// The template's text, byte for byte as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// The variables' names, in order.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.0.variables.iter().map(|variable| &*variable.name)
    }

    /// The captures of `uri`, or nothing where the template does not match it in structure (U4).
    ///
    /// This looks at one template alone: which registration answers for a URI is the
    /// [`RouteTable`](crate::RouteTable)'s to say (U5).
    ///
    /// # Errors
    /// A structural match whose capture is not admitted (U6), with the variable's name.
    pub fn captures<'a>(&'a self, uri: UriRef<'a>) -> Option<Result<Captures<'a>, (&'a str, CaptureFault)>> {
        if uri.prefix() != self.prefix() || uri.suffix() != self.suffix() {
            return None;
        }
        let mut segments = uri.segments();
        let same = self.0.segments.iter().all(|pattern| match (pattern, segments.next()) {
            (Segment::Literal(literal), Some(segment)) => **literal == *segment,
            (Segment::Variable(_), Some(segment)) => !segment.is_empty(),
            (_, None) => false,
        });
        (same && segments.is_over())
            .then(|| Captures::new(Some(self), uri).map_err(|(index, fault)| (self.variable(index), fault)))
    }

    /// The canonical URI for `values`, one for each variable in order (U8).
    ///
    /// # Errors
    /// See [`ExpandError`]. The URI may be as long as the default of `maxUriBytes`;
    /// [`expand_within`](Self::expand_within) takes another bound.
    pub fn expand<V: AsRef<str>>(&self, values: &[V]) -> Result<Uri, ExpandError> {
        self.expand_within(values, Limits::default().max_uri_bytes)
    }

    /// The canonical URI for `values`, of at most `max_bytes` (U8).
    ///
    /// # Errors
    /// A value that is missing, one too many, not admitted as a capture (U6), or a URI that becomes too long.
    pub fn expand_within<V: AsRef<str>>(&self, values: &[V], max_bytes: usize) -> Result<Uri, ExpandError> {
        if values.len() != self.0.variables.len() {
            return Err(ExpandError::Count { expected: self.0.variables.len(), given: values.len() });
        }
        let mut text = String::with_capacity(self.0.text.len());
        text.push_str(self.prefix());
        for (index, segment) in self.0.segments.iter().enumerate() {
            if index > 0 {
                text.push('/');
            }
            match segment {
                Segment::Literal(literal) => text.push_str(literal),
                Segment::Variable(variable) => {
                    let value = values.get(*variable).map(AsRef::as_ref).unwrap_or_default();
                    escape::admit(value).map_err(|fault| ExpandError::Value {
                        variable: self.variable(*variable).into(),
                        fault,
                    })?;
                    if value.len() > max_bytes {
                        return Err(ExpandError::TooLong { max_bytes });
                    }
                    escape::encode(value, &mut text);
                }
            }
            if text.len() > max_bytes {
                return Err(ExpandError::TooLong { max_bytes });
            }
        }
        text.push_str(self.suffix());
        if text.len() > max_bytes {
            return Err(ExpandError::TooLong { max_bytes });
        }
        // A checked template with encoded values is a URI: the error is unreachable, and still no panic.
        Uri::parse(&text).map_err(|_| ExpandError::TooLong { max_bytes })
    }

    pub(crate) fn places(&self) -> std::slice::Iter<'_, Variable> {
        self.0.variables.iter()
    }

    pub(crate) fn prefix(&self) -> &str {
        self.0.text.get(..self.0.path.start).unwrap_or_default()
    }

    pub(crate) fn suffix(&self) -> &str {
        self.0.text.get(self.0.path.end..).unwrap_or_default()
    }

    pub(crate) fn segments(&self) -> std::slice::Iter<'_, Segment> {
        self.0.segments.iter()
    }

    pub(crate) fn variable(&self, index: usize) -> &str {
        self.0.variables.get(index).map(|variable| &*variable.name).unwrap_or_default()
    }
}

impl PartialEq for UriTemplate {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for UriTemplate {}

impl fmt::Display for UriTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for UriTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl std::str::FromStr for UriTemplate {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        Self::parse(text)
    }
}

/// Why values give no URI of a template (U8).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpandError {
    /// Not one value for each variable.
    Count {
        /// How many variables there are.
        expected: usize,
        /// How many values were given.
        given: usize,
    },
    /// A value that no capture could have (U6).
    Value {
        /// The variable's name.
        variable: Box<str>,
        /// Why the value is not admitted.
        fault: CaptureFault,
    },
    /// The URI would be longer than allowed.
    TooLong {
        /// The bound, in bytes.
        max_bytes: usize,
    },
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { expected, given } => {
                write!(f, "the template has {expected} variables, and {given} values were given")
            }
            Self::Value { variable, fault } => write!(f, "variable `{variable}`: {fault}"),
            Self::TooLong { max_bytes } => write!(f, "the URI would be longer than {max_bytes} bytes"),
        }
    }
}

impl std::error::Error for ExpandError {}
