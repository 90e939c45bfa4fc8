//! From the entries of a manifest to bindings.

use std::{collections::HashMap, fmt, path::Path, sync::Arc};

use object_store::ObjectStore;
use wayleave::{
    Definition,
    resource::{Binding, Bindings, Resources},
};
use wayleave_manifest::{Body, Complete, Entry, Manifest, Serves};

use crate::{
    BodiesError,
    bundle::BundleReader,
    captures::{EntryCapture, EntryCaptures},
    complete::Completer,
    handled::Handled,
    store,
    stored::StoredReader,
    template::TemplateReader,
    text::TextReader,
};

/// The bindings of a manifest, for callers of any type `C`.
///
/// ```
/// # use std::path::Path;
/// # use wayleave_bodies::{BodiesError, ManifestResources, manifest::Manifest};
/// use wayleave_bodies::wayleave::{Gateway, Policy};
///
/// # fn build<P: Policy>(manifest: &Manifest, policy: P) -> Result<Gateway<P::Caller>, BodiesError> {
/// let resources = ManifestResources::new(manifest, Path::new("content"))?;
/// Gateway::builder(policy).resources(resources).build().map_err(BodiesError::Build)
/// # }
/// ```
pub struct ManifestResources<C>(Bindings<C>);

impl<C: Send + Sync + 'static> ManifestResources<C> {
    /// The bindings of a manifest of which no entry says `handler: true`. Relative paths of stores start at `base`.
    ///
    /// The folders of the stores are looked at; no file in them is.
    ///
    /// # Errors
    /// See [`BodiesError`].
    pub fn new(manifest: &Manifest, base: &Path) -> Result<Self, BodiesError> {
        Self::with_handlers(manifest, base, Handlers::new())
    }

    /// The bindings of a manifest, with `handlers` for the entries that say `handler: true`: one for each.
    ///
    /// # Errors
    /// See [`BodiesError`].
    pub fn with_handlers(
        manifest: &Manifest,
        base: &Path,
        mut handlers: Handlers<C>,
    ) -> Result<Self, BodiesError> {
        let readers = Readers::new(manifest, base)?;
        let mut bindings = Bindings::new();
        let mut missing = Vec::new();
        for entry in &manifest.resources {
            let definition = entry.definition.clone();
            let captures = readers.captures(entry)?;
            bindings = match &entry.serves {
                Serves::Body(Body::Text(text)) => {
                    bindings.bind(definition, TextReader { captures, text: text.clone() })
                }
                Serves::Body(Body::Template(template)) => {
                    bindings.bind(definition, readers.template(entry, captures, template)?)
                }
                Serves::Body(Body::Store { store, path }) => {
                    let store = readers.store(entry, store)?;
                    bindings.bind(definition, StoredReader { captures, store, path: path.clone() })
                }
                Serves::Bundle(items) => {
                    bindings.bind(definition, BundleReader { captures, items: items.clone() })
                }
                Serves::Handler => match handlers.take(definition.name()) {
                    Some(bind) => bind(bindings, definition, captures),
                    None => {
                        missing.push(definition.name().into());
                        bindings
                    }
                },
            };
        }
        if !missing.is_empty() {
            return Err(BodiesError::MissingHandlers { entries: missing });
        }
        match handlers.0.into_iter().next() {
            Some((name, _)) => Err(BodiesError::UnknownHandler { name }),
            None => Ok(Self(bindings)),
        }
    }
}

impl<C: Send + Sync + 'static> Resources<C> for ManifestResources<C> {
    fn into_bindings(self) -> Bindings<C> {
        self.0
    }
}

impl<C> fmt::Debug for ManifestResources<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ManifestResources").finish_non_exhaustive()
    }
}

/// What the readers of one manifest share.
struct Readers<'m> {
    stores: HashMap<&'m str, Arc<dyn ObjectStore>>,
    environment: minijinja::Environment<'static>,
}

impl<'m> Readers<'m> {
    fn new(manifest: &'m Manifest, base: &Path) -> Result<Self, BodiesError> {
        let stores = manifest.stores.iter().map(|store| Ok((store.name.as_str(), store::open(store, base)?)));
        Ok(Self { stores: stores.collect::<Result<_, _>>()?, environment: wayleave_manifest::environment() })
    }

    /// The captures of an entry, each with its type and with the place of its values.
    fn captures(&self, entry: &Entry) -> Result<EntryCaptures, BodiesError> {
        let captures = entry.captures.iter().map(|capture| {
            let completer = match &capture.complete {
                None => None,
                Some(Complete::Values(values)) => Some(Completer::Values(values.as_slice().into())),
                Some(Complete::Store { store, glob }) => {
                    Some(Completer::Store { store: self.store(entry, store)?, glob: glob.clone() })
                }
            };
            Ok(EntryCapture { name: capture.name.clone(), kind: capture.kind, completer })
        });
        captures.collect::<Result<_, _>>().map(EntryCaptures)
    }

    fn template(
        &self,
        entry: &Entry,
        captures: EntryCaptures,
        template: &str,
    ) -> Result<TemplateReader, BodiesError> {
        TemplateReader::new(captures, &self.environment, template).map_err(|error| BodiesError::Template {
            entry: entry.definition.name().into(),
            source: error.into(),
        })
    }

    fn store(&self, entry: &Entry, name: &str) -> Result<Arc<dyn ObjectStore>, BodiesError> {
        self.stores.get(name).cloned().ok_or_else(|| BodiesError::UnknownStore {
            entry: entry.definition.name().into(),
            store: name.into(),
        })
    }
}

/// The bindings for entries that say `handler: true`, by the entries' names.
pub struct Handlers<C>(Vec<(Box<str>, Bind<C>)>);

/// Adds one binding, whose type is hidden in it, to others.
type Bind<C> = Box<dyn FnOnce(Bindings<C>, Definition, EntryCaptures) -> Bindings<C> + Send>;

impl<C: Send + Sync + 'static> Handlers<C> {
    /// No handlers.
    #[must_use]
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// One more handler, for the entry of that name. Captures that the manifest completes are completed as it says; for
    /// others the binding is asked.
    #[must_use]
    pub fn bind(mut self, entry: impl Into<Box<str>>, binding: impl Binding<C>) -> Self {
        let bind = |bindings: Bindings<C>, definition, captures| {
            bindings.bind(definition, Handled { captures, binding })
        };
        self.0.push((entry.into(), Box::new(bind)));
        self
    }

    fn take(&mut self, entry: &str) -> Option<Bind<C>> {
        let index = self.0.iter().position(|(name, _)| **name == *entry)?;
        Some(self.0.remove(index).1)
    }
}

impl<C: Send + Sync + 'static> Default for Handlers<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C> fmt::Debug for Handlers<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}
