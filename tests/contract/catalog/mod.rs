//! The catalog's contract, rule by rule (C…).

mod adoption;
mod bounds;
mod case;
mod comparison;
mod deceit;
mod defects;
mod digests;
pub(crate) mod harness;
mod hostile;
mod hosts;
mod json;
mod names;
mod properties;
mod snapshots;
mod walk;
mod warnings;
