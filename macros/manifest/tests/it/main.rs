//! Manifests as users write them: accepted and refused, with every defect at its place.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

mod accepted;
mod codes;
mod files;
mod help;
mod hostile;
mod names;
mod pages;
mod properties;
mod schema;
mod templates;
mod ten;

use std::path::PathBuf;

use wayleave_manifest::{Checked, Code, Source};

/// A file of the project.
fn file(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

fn check(yaml: &str) -> Checked {
    wayleave_manifest::check(&Source::new("m.yaml", yaml), None)
}

fn codes(checked: &Checked) -> Vec<Code> {
    checked.defects.iter().map(|defect| defect.code).collect()
}

/// The lines that come first in nearly every manifest; entries follow from line 5.
const HEAD: &str = "wayleave: 1\nserver: { name: s, version: 1.0.0 }\npolicy: open\nresources:\n";

fn with_entries(entries: &str) -> String {
    format!("{HEAD}{entries}")
}
