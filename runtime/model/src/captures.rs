//! The values that a template's variables take in a URI (U4, U6).

use std::{borrow::Cow, fmt, slice};

use crate::{ExpandError, Uri, UriRef, UriTemplate, escape, template::Variable, uri::Segments};

/// The captures of one match: each variable with its value, decoded once.
///
/// A view of the URI that allocates nothing: a value without escapes is a part of the URI's own text, and
/// one with escapes is decoded when it is asked for. An exact match has no captures.
#[derive(Clone, Copy)]
pub struct Captures<'a> {
    template: Option<&'a UriTemplate>,
    uri: UriRef<'a>,
}

impl<'a> Captures<'a> {
    /// No captures, as of an exact match.
    #[must_use]
    pub const fn none() -> Self {
        Self { template: None, uri: UriRef::none() }
    }

    /// The captures of `uri`, which the registration matches in structure: none, if it is an exact one.
    ///
    /// # Errors
    /// The first variable whose value may not be a capture (U6), as its position among the variables.
    pub(crate) fn new(
        template: Option<&'a UriTemplate>,
        uri: UriRef<'a>,
    ) -> Result<Self, (usize, CaptureFault)> {
        let captures = Self { template, uri };
        if uri.may_be_inadmissible() {
            for (index, (_, segment)) in captures.raw().enumerate() {
                escape::admit_segment(segment).map_err(|fault| (index, fault))?;
            }
        }
        Ok(captures)
    }

    pub(crate) fn uri(&self) -> UriRef<'a> {
        self.uri
    }

    /// The value of the variable `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        self.iter().find_map(|(variable, value)| (variable == name).then_some(value))
    }

    /// Each variable with its value, in the template's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, Cow<'a, str>)> + use<'a> {
        let escaped = self.uri.is_escaped();
        let value = move |segment| if escaped { escape::decode(segment) } else { Cow::Borrowed(segment) };
        self.raw().map(move |(variable, segment)| (variable, value(segment)))
    }

    /// The number of variables.
    #[must_use]
    pub fn len(&self) -> usize {
        self.template.map_or(0, |template| template.variables().len())
    }

    /// Whether there are no variables.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The canonical URI of the match, or nothing for an exact match, whose URI is its own (U8).
    pub(crate) fn canonical(&self, max_bytes: usize) -> Option<Result<Uri, ExpandError>> {
        // Values that need no escapes and have none make a URI that is canonical as it stands.
        let plain = !self.uri.is_escaped() && self.uri.as_str().len() <= max_bytes;
        if plain && self.raw().all(|(_, segment)| segment.bytes().all(escape::is_unreserved)) {
            return self.template.map(|_| Ok(self.uri.to_uri()));
        }
        let values: Vec<_> = self.iter().map(|(_, value)| value).collect();
        self.template.map(|template| template.expand_within(&values, max_bytes))
    }

    /// The URI, of at most `max_bytes`, in which each value is written as `write` says, given the variable's place and the
    /// value (U8). None where all are written so already.
    ///
    /// # Errors
    /// `write` gives none for a value, or there is no such URI.
    pub fn written(
        &self,
        max_bytes: usize,
        write: impl Fn(usize, &str) -> Option<Cow<'_, str>>,
    ) -> Result<Option<Uri>, WriteError> {
        let mut values: Option<Vec<String>> = None;
        for (place, (_, value)) in self.iter().enumerate() {
            if let Cow::Owned(written) = write(place, &value).ok_or(WriteError::Value { place })? {
                let all = || self.iter().map(|(_, value)| value.into_owned()).collect();
                if let Some(value) = values.get_or_insert_with(all).get_mut(place) {
                    *value = written;
                }
            }
        }
        let expanded =
            values.zip(self.template).map(|(values, template)| template.expand_within(&values, max_bytes));
        expanded.transpose().map_err(WriteError::Expand)
    }

    /// Each variable with its segment as it stands.
    fn raw(&self) -> Raw<'a> {
        let variables = self.template.map_or([].iter(), UriTemplate::places);
        Raw { variables, segments: self.uri.segments(), passed: 0 }
    }
}

/// Why the values of a match cannot be written as they should be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// Nobody says how the value of a variable is written.
    Value {
        /// The variable's place in the template.
        place: usize,
    },
    /// The values give no URI.
    Expand(ExpandError),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { place } => write!(f, "the value of variable {place} is not one of its type"),
            Self::Expand(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

/// The variables of a match with their segments as they stand.
struct Raw<'a> {
    variables: slice::Iter<'a, Variable>,
    segments: Segments<'a>,
    passed: usize,
}

impl<'a> Iterator for Raw<'a> {
    type Item = (&'a str, &'a str);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let variable = self.variables.next()?;
        for _ in self.passed..variable.segment {
            self.segments.next_bytes();
        }
        self.passed = variable.segment + 1;
        Some((&variable.name, self.segments.next()?))
    }
}

impl fmt::Debug for Captures<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Why a decoded value may not be a capture, or the value of a variable (U6, U8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CaptureFault {
    /// The value is empty.
    Empty,
    /// The value is `.` or `..`.
    DotSegment,
    /// The value holds `/` or `\`.
    Separator,
    /// The value holds a NUL.
    Nul,
}

impl CaptureFault {
    /// What is wrong with `value`, decoded, as a capture or as the value of a variable.
    #[must_use]
    pub fn of(value: &str) -> Option<Self> {
        escape::admit(value).err()
    }

    /// The fixed message.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Empty => "the value is empty",
            Self::DotSegment => "the value is `.` or `..`",
            Self::Separator => "the value holds a slash or a backslash",
            Self::Nul => "the value holds a NUL",
        }
    }
}

impl fmt::Display for CaptureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}
