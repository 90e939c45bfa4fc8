//! The route table: which registration answers for a URI (U4 to U6).
//!
//! An exact registration is a look-up in a hash map. Templates stand in a [trie](trie) over segments, so the
//! cost of a look-up grows with the URI's length and not with the number of routes, and a second match is
//! still found where there is one. Two tables are the exception: thousands of templates that differ in query or
//! fragment alone, and ones that have a literal beside a variable at every depth.

mod trie;

use rustc_hash::FxHashMap;
use std::{fmt, ops::ControlFlow};

pub(crate) use trie::{Compare, Trie};

use trie::Hit;

use crate::{Address, CaptureFault, Captures, ExpandError, Uri, UriRef, UriTemplate};

/// A registration's place among those a [`RouteTable`] was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RouteId(u32);

impl RouteId {
    pub(crate) fn new(index: usize) -> Self {
        // A table of 4 billion routes does not fit into memory; the last ones would share an id.
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The position, from 0, of the registration.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of registrations, ready for look-ups. It holds them as they were given: duplicates and overlaps
/// are found by [`DefinitionSet`](crate::DefinitionSet).
#[derive(Clone, Debug)]
pub struct RouteTable {
    addresses: Box<[Address]>,
    exact: FxHashMap<Uri, RouteId>,
    literal: Trie,
    /// The same registrations with the escapes in their segments decoded, where any has one (U5).
    decoded: Option<Trie>,
}

impl RouteTable {
    /// The table of `addresses`, each known by its position.
    #[must_use]
    pub fn new(addresses: impl IntoIterator<Item = Address>) -> Self {
        let addresses: Box<[Address]> = addresses.into_iter().collect();
        let ids = || addresses.iter().enumerate().map(|(index, address)| (RouteId::new(index), address));
        let exact = ids().filter_map(|(id, address)| Some((address.as_uri()?.clone(), id))).collect();
        let literal = Trie::of(ids(), Compare::Raw);
        let escaped = ids().any(|(_, address)| address.as_str().contains('%'));
        let decoded = escaped.then(|| Trie::of(ids(), Compare::Decoded));
        Self { addresses, exact, literal, decoded }
    }

    /// The registration that answers for `uri` (U5), with its captures (U6).
    ///
    /// # Errors
    /// [`Unselected`] says why none does. What it names is for the host alone (G9).
    pub fn select<'a>(&'a self, uri: UriRef<'a>) -> Result<Selected<'a>, Unselected> {
        let (route, template) = match self.exact.get(uri.as_str()) {
            Some(&route) => {
                self.no_other_by_escapes(uri, route)?;
                (route, None)
            }
            None => {
                let route = self.one_template(uri)?;
                (route, self.address(route).and_then(Address::as_template))
            }
        };
        match Captures::new(template, uri) {
            Ok(captures) => Ok(Selected { route, captures }),
            Err((index, fault)) => {
                let variable = template.map(|template| template.variable(index)).unwrap_or_default().into();
                Err(Unselected::Capture { route, variable, fault })
            }
        }
    }

    /// Every registration that matches `uri` byte for byte in structure: an exact one alone, else all templates.
    #[must_use]
    pub fn matches(&self, uri: UriRef<'_>) -> Vec<RouteId> {
        if let Some(&id) = self.exact.get(uri.as_str()) {
            return vec![id];
        }
        let mut found = Vec::new();
        let _ = self.literal.visit(uri, Compare::Raw, |hit| {
            found.push(hit.route);
            ControlFlow::<()>::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// The registration that would answer for `uri` if an escape in a literal segment were as good as what it stands for:
    /// an exact one, else the only template. It never answers (U5); it is there to explain why nothing does.
    #[must_use]
    pub fn select_decoded<'a>(&'a self, uri: UriRef<'a>) -> Option<Selected<'a>> {
        let mut found = Vec::new();
        let _ = self.decoded.as_ref().unwrap_or(&self.literal).visit(uri, Compare::Decoded, |hit| {
            found.push(hit.route);
            ControlFlow::<()>::Continue(())
        });
        let template = |route: RouteId| self.address(route).and_then(Address::as_template);
        let exact = found.iter().find(|route| template(**route).is_none());
        let route = match (exact, &*found) {
            (Some(route), _) | (None, [route]) => *route,
            _ => return None,
        };
        let captures = Captures::new(template(route), uri).ok()?;
        Some(Selected { route, captures })
    }

    /// The first registration for which `wanted` holds among those that some URI matches together with `template`
    /// in structure.
    pub fn find_meeting(
        &self,
        template: &UriTemplate,
        mut wanted: impl FnMut(RouteId) -> bool,
    ) -> Option<RouteId> {
        let mut found = None;
        let _ = self.literal.visit_overlaps(template, |id| {
            if wanted(id) {
                found = Some(id);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// The registration at a position.
    #[must_use]
    pub fn address(&self, id: RouteId) -> Option<&Address> {
        self.addresses.get(id.index())
    }

    /// The one template that matches, byte for byte in its literal parts, and with the escapes decoded too.
    fn one_template(&self, uri: UriRef<'_>) -> Result<RouteId, Unselected> {
        // Where no registration has an escape, one walk finds what matches either way.
        let compare = if self.decoded.is_some() { Compare::Raw } else { Compare::Decoded };
        let mut first = None;
        let mut by_escape = None;
        let second = self.literal.visit(uri, compare, |hit| {
            if hit.by_escape {
                by_escape = Some(hit.route);
            } else if first.is_some() {
                return ControlFlow::Break(hit.route);
            } else {
                first = Some(hit.route);
            }
            ControlFlow::Continue(())
        });
        match (first, second, by_escape) {
            (None, ..) => Err(Unselected::NotFound),
            (Some(first), ControlFlow::Break(second), _) => {
                Err(Unselected::Ambiguous { first: first.min(second), second: first.max(second) })
            }
            (Some(route), _, Some(other)) => Err(Unselected::Shadowed { route, other }),
            (Some(route), _, None) if self.decoded.is_some() => {
                self.no_other_by_escapes(uri, route).map(|()| route)
            }
            (Some(route), _, None) => Ok(route),
        }
    }

    /// Looks once more, with the escapes in the segments decoded on both sides: the selected registration must
    /// be all there is (U5). An exact one wins over templates here as well.
    fn no_other_by_escapes(&self, uri: UriRef<'_>, route: RouteId) -> Result<(), Unselected> {
        let trie = match &self.decoded {
            Some(decoded) => decoded,
            None if !uri.is_escaped() => return Ok(()),
            None => &self.literal,
        };
        let is_exact = |route| matches!(self.address(route), Some(Address::Uri(_)));
        let other = trie.visit(uri, Compare::Decoded, |Hit { route: other, .. }| {
            if other != route && (is_exact(other) || !is_exact(route)) {
                ControlFlow::Break(other)
            } else {
                ControlFlow::Continue(())
            }
        });
        match other {
            ControlFlow::Break(other) => Err(Unselected::Shadowed { route, other }),
            ControlFlow::Continue(()) => Ok(()),
        }
    }
}

/// A selected registration and its captures.
#[derive(Clone, Copy, Debug)]
pub struct Selected<'a> {
    route: RouteId,
    captures: Captures<'a>,
}

impl<'a> Selected<'a> {
    /// The registration.
    #[must_use]
    pub fn route(&self) -> RouteId {
        self.route
    }

    /// The URI as it was requested.
    #[must_use]
    pub fn uri(&self) -> UriRef<'a> {
        self.captures.uri()
    }

    /// The variables' values.
    #[must_use]
    pub fn captures(&self) -> Captures<'a> {
        self.captures
    }

    /// The canonical URI (U8): the registered one, or the template's expansion with the captures.
    ///
    /// # Errors
    /// [`ExpandError::TooLong`] where it would have more than `max_bytes`.
    pub fn canonical(&self, max_bytes: usize) -> Result<Uri, ExpandError> {
        self.captures.canonical(max_bytes).unwrap_or_else(|| Ok(self.uri().to_uri()))
    }
}

/// Why no registration answers for a URI. Callers are never told which (G9).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unselected {
    /// Nothing matches.
    NotFound,
    /// One registration matches byte for byte, but decoding the escapes leads to another one (U5).
    Shadowed {
        /// The registration that matches as the bytes stand.
        route: RouteId,
        /// One that matches with the escapes decoded.
        other: RouteId,
    },
    /// Two templates match, perhaps more.
    Ambiguous {
        /// One of them.
        first: RouteId,
        /// Another one.
        second: RouteId,
    },
    /// One template matches, and a capture is not admitted (U6).
    Capture {
        /// The template.
        route: RouteId,
        /// The variable whose value is at fault.
        variable: Box<str>,
        /// What is wrong with it.
        fault: CaptureFault,
    },
}

impl fmt::Display for Unselected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("no registration matches"),
            Self::Shadowed { .. } => f.write_str("decoding the escapes leads to another registration"),
            Self::Ambiguous { .. } => f.write_str("two or more templates match"),
            Self::Capture { variable, fault, .. } => write!(f, "capture `{variable}`: {fault}"),
        }
    }
}

impl std::error::Error for Unselected {}
