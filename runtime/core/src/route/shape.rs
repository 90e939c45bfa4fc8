//! Templates as constants, so that routes of different crates are compared while compiling (U7).

pub use super::compare::first_overlaps;

/// A template taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    prefix: &'static str,
    parts: &'static [Part],
    suffix: &'static str,
    pub(super) overlaps: bool,
    /// A digest of what two shapes must have in common to overlap: most pairs are told apart by it alone.
    pub(super) key: u64,
    /// A bit for each of the first segments that is a variable.
    pub(super) variables: u16,
    /// A bit for each of the first segments that is empty, which no variable takes (U4).
    pub(super) empties: u16,
    /// A digest of each of the first segments that is literal.
    pub(super) digests: [u64; Shape::QUICK],
}

/// One segment of a template's path.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// The text as it stands.
    Literal(&'static str),
    /// A variable, by its name.
    Variable(&'static str),
}

impl Shape {
    /// A template of what stands before its path, the path's segments, and what stands behind it.
    #[must_use]
    pub const fn new(prefix: &'static str, parts: &'static [Part], suffix: &'static str) -> Self {
        let key = digest(digest(FNV_BASIS ^ parts.len() as u64, prefix), suffix);
        let (mut variables, mut empties, mut digests) = (0, 0, [0; Self::QUICK]);
        let (mut rest, mut slots, mut bit) = (parts, digests.as_mut_slice(), 1_u16);
        while let ([part, more @ ..], [slot, others @ ..]) = (rest, slots) {
            match part {
                Part::Variable(_) => variables |= bit,
                Part::Literal(text) => {
                    if text.is_empty() {
                        empties |= bit;
                    }
                    *slot = digest(FNV_BASIS, text);
                }
            }
            (rest, slots, bit) = (more, others, bit << 1);
        }
        Self { prefix, parts, suffix, overlaps: false, key, variables, empties, digests }
    }

    /// How many segments of a template are compared by their digests; one with more is compared pair by pair.
    pub(super) const QUICK: usize = 16;

    pub(super) const fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) const fn is_quick(&self) -> bool {
        self.parts.len() <= Self::QUICK
    }

    /// The same template where it may overlap with others.
    #[must_use]
    pub const fn allow_overlaps(mut self) -> Self {
        self.overlaps = true;
        self
    }

    const fn has(&self, variable: &str) -> bool {
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            if let Part::Variable(name) = part
                && same(name, variable)
            {
                return true;
            }
            parts = rest;
        }
        false
    }
}

/// Fails to compile where some URI matches both templates and neither says that it may, and shows one such URI.
#[track_caller]
pub const fn assert_disjoint(one: &Shape, other: &Shape) {
    if !one.overlaps && !other.overlaps && overlap(one, other) {
        panic!("{}", witness(one, other).as_str());
    }
}

/// The same for the template at `index` of a block and the one that [`first_overlaps`] found for it.
#[track_caller]
pub const fn assert_apart(shapes: &[&Shape], found: &[usize], index: usize) {
    let (_, [shape, ..]) = shapes.split_at(index) else { return };
    let (_, [first, ..]) = found.split_at(index) else { return };
    if *first < shapes.len()
        && let (_, [other, ..]) = shapes.split_at(*first)
    {
        assert_disjoint(shape, other);
    }
}

/// Fails to compile where the template has no such variable.
#[track_caller]
pub const fn assert_variable(shape: &Shape, variable: &str) {
    if !shape.has(variable) {
        let mut message = Text::new();
        message.push("the route has no variable `");
        message.push(variable);
        message.push("` to complete");
        panic!("{}", message.as_str());
    }
}

/// Whether some URI matches both.
pub(super) const fn overlap(one: &Shape, other: &Shape) -> bool {
    if one.key != other.key || one.parts.len() != other.parts.len() {
        return false;
    }
    let (mut parts, mut others) = (one.parts, other.parts);
    while let ([part, rest @ ..], [other, other_rest @ ..]) = (parts, others) {
        let met = match (part, other) {
            (Part::Literal(one), Part::Literal(other)) => same(one, other),
            // A variable takes no empty segment (U4).
            (Part::Literal(text), Part::Variable(_)) | (Part::Variable(_), Part::Literal(text)) => {
                !text.is_empty()
            }
            (Part::Variable(_), Part::Variable(_)) => true,
        };
        if !met {
            return false;
        }
        (parts, others) = (rest, other_rest);
    }
    same(one.prefix, other.prefix) && same(one.suffix, other.suffix)
}

/// What to say of two templates that overlap.
const fn witness(one: &Shape, other: &Shape) -> Text {
    let mut message = Text::new();
    message.push("these two templates overlap: both match `");
    message.push(one.prefix);
    let (mut parts, mut others, mut first) = (one.parts, other.parts, true);
    while let ([part, rest @ ..], [other, other_rest @ ..]) = (parts, others) {
        if !first {
            message.push("/");
        }
        message.push(match (part, other) {
            (Part::Literal(text), _) | (Part::Variable(_), Part::Literal(text)) => text,
            (Part::Variable(name), Part::Variable(_)) => name,
        });
        (parts, others, first) = (rest, other_rest, false);
    }
    message.push(one.suffix);
    message.push("`; make a literal segment differ, or write `overlaps = \"allow\"` in one of the two");
    message
}

const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
pub(super) const FNV_PRIME: u64 = 0x0100_0000_01b3;

/// FNV-1a, with a byte that no URI holds behind the text.
const fn digest(mut hash: u64, text: &str) -> u64 {
    let mut bytes = text.as_bytes();
    while let [byte, rest @ ..] = bytes {
        hash = (hash ^ *byte as u64).wrapping_mul(FNV_PRIME);
        bytes = rest;
    }
    (hash ^ 0xff).wrapping_mul(FNV_PRIME)
}

const fn same(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    while let ([byte, rest @ ..], [other_byte, other_rest @ ..]) = (one, other) {
        if *byte != *other_byte {
            return false;
        }
        (one, other) = (rest, other_rest);
    }
    true
}

/// A message put together while compiling; what does not fit is cut.
struct Text {
    bytes: [u8; 1024],
    length: usize,
}

impl Text {
    const fn new() -> Self {
        Self { bytes: [0; 1024], length: 0 }
    }

    const fn push(&mut self, text: &str) {
        let mut text = text.as_bytes();
        while let [byte, rest @ ..] = text {
            if let Some(slot) = self.bytes.split_at_mut(self.length).1.first_mut() {
                *slot = *byte;
                self.length += 1;
            }
            text = rest;
        }
    }

    const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "these two templates overlap",
        }
    }
}

/// Compares route types, also of different crates, while compiling: an overlap is an error (U7).
///
/// ```
/// # #[cfg(feature = "macros")] {
/// use wayleave::prelude::*;
///
/// #[derive(Route)]
/// #[route(uri_template = "asset://project/{id}/thumbnail")]
/// struct Thumbnail { id: String }
///
/// #[derive(Route)]
/// #[route(uri_template = "asset://project/{id}/preview")]
/// struct Preview { id: String }
///
/// wayleave::assert_disjoint!(Thumbnail, Preview);
/// # }
/// ```
#[macro_export]
macro_rules! assert_disjoint {
    ($one:ty, $($other:ty),+ $(,)?) => {
        $(const _: () = $crate::route::shape::assert_disjoint(
            &<$one as $crate::route::Route>::SHAPE,
            &<$other as $crate::route::Route>::SHAPE,
        );)+
        $crate::assert_disjoint!($($other),+);
    };
    ($one:ty $(,)?) => {};
}
