//! The catalog's own reading of JSON: a check of syntax that no input can make recurse or lie (C3, C5), a tree for the
//! few places that look inside, and the canonical form that digests cover (C12).

mod canonical;
mod scan;
mod tree;

pub(super) use canonical::canonical;
use scan::scan;
pub(super) use scan::{Kind, scan_telling};
pub(super) use tree::{Text, Tree};

use std::fmt;

/// Why a text is not JSON that every reader understands alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JsonFault {
    /// It breaks the grammar of JSON, or holds half of a surrogate pair, which is no text.
    Syntax {
        /// Where, in bytes.
        at: usize,
    },
    /// An object has a key twice: which of the two counts differs from one reader to the next.
    DuplicateKey {
        /// Where, in bytes.
        at: usize,
    },
    /// A number is larger than a double holds.
    NumberTooLarge {
        /// Where, in bytes.
        at: usize,
    },
    /// Arrays and objects are nested too deeply.
    TooDeep {
        /// The levels that are allowed.
        limit: usize,
    },
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { at } => write!(f, "it is not JSON, at byte {at}"),
            Self::DuplicateKey { at } => write!(f, "a key is there twice, at byte {at}"),
            Self::NumberTooLarge { at } => write!(f, "a number is too large, at byte {at}"),
            Self::TooDeep { limit } => write!(f, "it is nested deeper than {limit} levels"),
        }
    }
}

impl std::error::Error for JsonFault {}
