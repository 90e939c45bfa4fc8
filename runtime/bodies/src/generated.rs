//! What the code that `manifest!` generates calls at run time.

use std::path::Path;

use wayleave::resource::{Binding, table::Entry};
use wayleave_manifest::{Manifest, Source, check};

use crate::{BodiesError, Handlers, ManifestResources};

/// The resources of a manifest's text of which no entry has a handler.
///
/// # Errors
/// See [`resources_with`].
pub fn resources<C: Send + Sync + 'static>(
    name: &str,
    text: &str,
    base: &Path,
) -> Result<ManifestResources<C>, BodiesError> {
    ManifestResources::new(&manifest(name, text)?, base)
}

/// The resources of a manifest's text, with a binding for each entry that has a handler.
///
/// # Errors
/// [`BodiesError::Manifest`] where the text was changed since the code was generated so that it has defects, and
/// whatever [`ManifestResources::with_handlers`] refuses.
pub fn resources_with<C: Send + Sync + 'static>(
    name: &str,
    text: &str,
    base: &Path,
    handled: impl Iterator<Item = (Entry, impl Binding<C>)>,
) -> Result<ManifestResources<C>, BodiesError> {
    let handlers =
        handled.fold(Handlers::new(), |handlers, (entry, binding)| handlers.bind(entry.name(), binding));
    ManifestResources::with_handlers(&manifest(name, text)?, base, handlers)
}

fn manifest(name: &str, text: &str) -> Result<Manifest, BodiesError> {
    let source = Source::new(name, text);
    let checked = check(&source, None);
    checked.manifest.ok_or_else(|| BodiesError::Manifest {
        defects: checked.defects.iter().map(|defect| defect.render(&source).into()).collect(),
    })
}
