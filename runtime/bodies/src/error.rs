//! Why a manifest gives no bindings.

use std::{error::Error, fmt, io};

use wayleave::resource::BuildError;

/// Why a manifest gives no bindings, or no gateway.
#[derive(Debug)]
#[non_exhaustive]
pub enum BodiesError {
    /// The text of a manifest has defects that it did not have when code was generated from it.
    Manifest {
        /// Each with its place, in plain text.
        defects: Vec<Box<str>>,
    },
    /// Entries say `handler: true`, and nothing was given that reads them.
    MissingHandlers {
        /// The entries' names, in the order of the manifest.
        entries: Vec<Box<str>>,
    },
    /// A handler for which no entry of its name says `handler: true`, or a second one for the same entry.
    UnknownHandler {
        /// The name that the handler was given for.
        name: Box<str>,
    },
    /// An entry names a store that the manifest does not declare.
    UnknownStore {
        /// The entry's name.
        entry: Box<str>,
        /// The store's name.
        store: Box<str>,
    },
    /// A store's folder cannot be opened, or is no folder.
    Store {
        /// The store's name.
        store: Box<str>,
        /// What the system says.
        source: io::Error,
    },
    /// A store of a kind that this crate does not read.
    UnsupportedStore {
        /// The store's name.
        store: Box<str>,
    },
    /// A policy that this crate does not know.
    UnsupportedPolicy,
    /// An entry's template does not compile.
    Template {
        /// The entry's name.
        entry: Box<str>,
        /// What the template engine says.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The gateway refuses the definitions or the limits.
    Build(BuildError),
}

impl fmt::Display for BodiesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Manifest { defects } => write!(f, "the manifest has defects: {}", defects.join("; ")),
            Self::MissingHandlers { entries } => {
                let names: Vec<_> = entries.iter().map(|name| format!("{name:?}")).collect();
                let names = names.join(", ");
                write!(f, "`handler: true` needs a handler written in Rust, and there is none for {names}")
            }
            Self::UnknownHandler { name } => write!(f, "no entry {name:?} waits for a handler"),
            Self::UnknownStore { entry, store } => {
                write!(f, "entry {entry:?} names the store {store:?}, which is not declared")
            }
            Self::Store { store, .. } => write!(f, "the folder of the store {store:?} cannot be opened"),
            Self::UnsupportedStore { store } => {
                write!(f, "the store {store:?} is of a kind that cannot be read")
            }
            Self::UnsupportedPolicy => f.write_str("the manifest's policy is of a kind that is not known"),
            Self::Template { entry, .. } => write!(f, "the template of entry {entry:?} does not compile"),
            Self::Build(error) => error.fmt(f),
        }
    }
}

impl Error for BodiesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store { source, .. } => Some(source),
            Self::Template { source, .. } => Some(&**source),
            // The message of a build's error is this error's own.
            Self::Build(_)
            | Self::Manifest { .. }
            | Self::MissingHandlers { .. }
            | Self::UnknownHandler { .. }
            | Self::UnknownStore { .. }
            | Self::UnsupportedStore { .. }
            | Self::UnsupportedPolicy => None,
        }
    }
}
