//! The pages of a manifest: what they say, that nothing of a manifest becomes markup, how they look in a browser.
#![cfg(feature = "pages")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod browser;
mod contrast;
mod html;
mod templates;
mod words;

use std::path::{Path, PathBuf};

use wayleave_codegen::pages::{Pages, Templates, render};
use wayleave_manifest::{Manifest, Source, check, load};

/// A file, by its path from the root of the workspace.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: &str) -> Manifest {
    let source = load(file(path)).unwrap();
    let checked = check(&source, None);
    let defects: Vec<_> = checked.defects.iter().map(|defect| defect.render(&source)).collect();
    checked.manifest.unwrap_or_else(|| panic!("{}", defects.join("\n")))
}

fn parsed(yaml: &str) -> Manifest {
    let source = Source::new("m.yaml", yaml);
    let checked = check(&source, None);
    checked.manifest.unwrap_or_else(|| panic!("{:?}", checked.defects))
}

fn handbook() -> Manifest {
    read("examples/handbook/handbook.yaml")
}

/// A manifest in which every text attacks the page that it stands on.
fn hostile() -> Manifest {
    read("macros/codegen/tests/pages/hostile.yaml")
}

fn pages(manifest: &Manifest) -> Pages {
    render(manifest, &Templates::default()).unwrap()
}
