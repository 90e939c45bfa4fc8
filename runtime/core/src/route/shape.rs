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
    /// Whether it stands for a template in which something is wrong.
    unknown: bool,
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
        Self { prefix, parts, suffix, overlaps: false, key, variables, empties, digests, unknown: false }
    }

    /// How many segments of a template are compared by their digests; one with more is compared pair by pair.
    pub(super) const QUICK: usize = 16;

    pub(super) const fn len(&self) -> usize {
        self.parts.len()
    }

    /// Stands where a macro has said what is wrong with a template: nothing more is said of it.
    #[must_use]
    pub const fn unknown() -> Self {
        let mut shape = Self::new("", &[], "").allow_overlaps();
        shape.unknown = true;
        shape
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

/// Fails to compile where some URI matches both templates and neither says that it may. It shows one such URI, and both
/// templates, each with what `names` says of it.
#[track_caller]
pub const fn assert_disjoint(one: &Shape, other: &Shape, names: [&str; 2]) {
    if !one.overlaps && !other.overlaps && overlap(one, other) {
        let [name, other_name] = names;
        let mut message = Text::new();
        message.push("these two templates overlap: both match `");
        message.push_witness(one, other);
        message.push("`");
        message.push_template(one, name);
        message.push_template(other, other_name);
        message
            .push("\nhelp: make a literal segment differ, or write `overlaps = \"allow\"` in one of the two");
        panic!("{}", message.as_str());
    }
}

/// The same for the template at `index` of a block and the one that [`first_overlaps`] found for it, at `first`.
#[track_caller]
pub const fn assert_apart(shapes: &[&Shape], names: &[&str], index: usize, first: usize) {
    let (_, [shape, ..]) = shapes.split_at(index) else { return };
    let (_, [name, ..]) = names.split_at(index) else { return };
    let (_, [other, ..]) = shapes.split_at(first) else { return };
    let (_, [other_name, ..]) = names.split_at(first) else { return };
    assert_disjoint(shape, other, [name, other_name]);
}

/// What [`first_overlaps`] found for the template at `index`.
#[must_use]
pub const fn found(found: &[usize], index: usize) -> usize {
    match found.split_at(index) {
        (_, [first, ..]) => *first,
        _ => usize::MAX,
    }
}

/// Fails to compile where the template has no such variable.
#[track_caller]
pub const fn assert_variable(shape: &Shape, variable: &str) {
    if !shape.unknown && !shape.has(variable) {
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
    bytes: [u8; 4096],
    length: usize,
}

impl Text {
    const fn new() -> Self {
        Self { bytes: [0; 4096], length: 0 }
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

    /// A URI that both templates match.
    const fn push_witness(&mut self, one: &Shape, other: &Shape) {
        self.push(one.prefix);
        let (mut parts, mut others, mut first) = (one.parts, other.parts, true);
        while let ([part, rest @ ..], [other, other_rest @ ..]) = (parts, others) {
            if !first {
                self.push("/");
            }
            self.push(match (part, other) {
                (Part::Literal(text), _) | (Part::Variable(_), Part::Literal(text)) => text,
                (Part::Variable(name), Part::Variable(_)) => name,
            });
            (parts, others, first) = (rest, other_rest, false);
        }
        self.push(one.suffix);
    }

    /// A line of its own with a template and what is said of it.
    const fn push_template(&mut self, shape: &Shape, name: &str) {
        self.push("\n  ");
        self.push(shape.prefix);
        let (mut parts, mut first) = (shape.parts, true);
        while let [part, rest @ ..] = parts {
            if !first {
                self.push("/");
            }
            match part {
                Part::Literal(text) => self.push(text),
                Part::Variable(name) => {
                    self.push("{");
                    self.push(name);
                    self.push("}");
                }
            }
            (parts, first) = (rest, false);
        }
        self.push(shape.suffix);
        self.push(" (");
        self.push(name);
        self.push(")");
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
            [
                ::core::concat!("`", ::core::stringify!($one), "`"),
                ::core::concat!("`", ::core::stringify!($other), "`"),
            ],
        );)+
        $crate::assert_disjoint!($($other),+);
    };
    ($one:ty $(,)?) => {};
}
