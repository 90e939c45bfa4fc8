//! The values that a template's variables take in a URI (U4, U6).

use std::{borrow::Cow, fmt};

use crate::{ExpandError, Uri, UriTemplate, escape, template::Segment};

/// The captures of one match: each variable with its value, decoded once.
///
/// A view of the URI that allocates nothing: a value without escapes is a part of the URI's own text, and
/// one with escapes is decoded when it is asked for. An exact match has no captures.
#[derive(Clone, Copy)]
pub struct Captures<'a> {
    template: Option<&'a UriTemplate>,
    path: &'a str,
}

impl<'a> Captures<'a> {
    /// The captures of an exact match: none.
    pub(crate) const NONE: Self = Self {
        template: None,
        path: "",
    };

    /// The captures of `path`, which `template` matches in structure.
    ///
    /// # Errors
    /// The first variable whose value may not be a capture (U6), as its position among the variables.
    pub(crate) fn new(template: &'a UriTemplate, path: &'a str) -> Result<Self, (usize, CaptureFault)> {
        let captures = Self {
            template: Some(template),
            path,
        };
        for (index, segment) in captures.segments().enumerate() {
            escape::admit(&escape::decode(segment)).map_err(|fault| (index, fault))?;
        }
        Ok(captures)
    }

    /// The value of the variable `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        self.iter()
            .find_map(|(variable, value)| (variable == name).then_some(value))
    }

    /// Each variable with its value, in the template's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, Cow<'a, str>)> + use<'a> {
        let names = self.template.into_iter().flat_map(UriTemplate::variables);
        names.zip(self.segments().map(escape::decode))
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
        let values: Vec<_> = self.iter().map(|(_, value)| value).collect();
        self.template
            .map(|template| template.expand_within(&values, max_bytes))
    }

    /// The raw segments at the places of the variables.
    fn segments(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let patterns = self.template.into_iter().flat_map(|template| template.segments());
        self.path
            .split('/')
            .zip(patterns)
            .filter_map(|(segment, pattern)| match pattern {
                Segment::Literal(_) => None,
                Segment::Variable(_) => Some(segment),
            })
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
