//! What attributes say: their syntax, and the definition that they describe (U1 to U3, G2, G15).
//!
//! Reading an attribute never stops at a mistake: what is wrong goes into the sink, and the rest is read on.

mod definition;
mod docs;
mod duration;
mod keys;
mod syntax;
mod values;

pub(crate) use definition::{Address, Described, Place};
pub(crate) use docs::documentation;
pub(crate) use syntax::{Key, Reader, each, text};
