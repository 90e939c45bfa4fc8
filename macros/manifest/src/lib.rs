//! Manifests of MCP resources: YAML in, a checked [`Manifest`] or every defect with its place out.
//!
//! The command and the macros use the same [`check`]. It runs in stages, and none of them stops at the first defect
//! or looks back: the text becomes a tree of values with their places, the tree is held against the table of keys,
//! what was written is taken out of it and then checked against the rules, most of which are the
//! [model](wayleave_model)'s.
//!
//! ```
//! use wayleave_manifest::{Source, check};
//!
//! let source = Source::new("greeting.yaml", "\
//! wayleave: 1
//! server: { name: greeter, version: 1.0.0 }
//! policy: open
//! resources:
//!   - name: greeting
//!     uriTemplate: greet://{who}/hello
//!     body: { template: 'Hello, {{ who }}.' }
//! ");
//! let checked = check(&source, None);
//! assert!(checked.manifest.is_none());
//! assert_eq!(
//!     checked.defects[0].render(&source),
//!     "greeting.yaml:6:26: error[bad-template]: a variable stands in the authority\n  \
//!      help: write `greet:///{who}/hello` or `greet://who/{who}/hello`",
//! );
//! ```
//!
//! Everything is bounded: the file's size, its depth, the number of its values and of the defects. No input makes
//! it panic.

mod check;
mod code;
mod defect;
mod explain;
mod form;
mod inside;
mod keys;
mod manifest;
mod mend;
mod path;
pub mod quote;
mod raw;
mod scalar;
mod schema;
mod shape;
mod source;
mod syntax;
mod tags;
mod template;
mod tree;

use std::path::Path;

pub use code::{Code, Severity};
pub use defect::{Defect, MAX_DEFECTS, Related};
pub use explain::explain;
pub use manifest::{
    Body, BundleItem, Capture, CaptureType, Complete, Entry, Location, Manifest, Policy, Server, Serves,
    Store,
};
pub use path::{Glob, PathPattern, Piece};
pub use schema::schema;
pub use source::{LoadError, MAX_BYTES, Place, Source, Span, load};
pub use template::{FUEL, environment};

/// What came of checking a source.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Checked {
    /// The manifest; there is one exactly when no defect is an error.
    pub manifest: Option<Manifest>,
    /// The defects in the order of their places, warnings among them.
    pub defects: Vec<Defect>,
}

/// Checks a manifest.
///
/// `base` is the folder of the manifest. With it, the folders of stores and the files with a fixed path are looked
/// for; without it, nothing outside `source` is looked at.
///
/// At most [`MAX_DEFECTS`] defects are listed; then a last one says how many more there are.
#[must_use]
pub fn check(source: &Source, base: Option<&Path>) -> Checked {
    let mut defects = defect::Defects::default();
    let tree = tree::grow(source, &mut defects);
    let manifest = tree.as_ref().and_then(|root| {
        shape::check(root, &mut defects);
        check::check(source, &raw::read(root), base, &mut defects)
    });
    let manifest = manifest.filter(|_| defects.errors() == 0);
    Checked { manifest, defects: defects.finish(source, tree.as_ref()) }
}
