//! A manifest that passed every check. Nothing in it needs parsing again.

use std::{borrow::Cow, fmt, path::PathBuf};

use wayleave_model::{Definition, Icon, Limits, Uri, UriTemplate};

use crate::path::{Glob, PathPattern};
use crate::source::Place;

/// A checked manifest.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Manifest {
    /// Who serves the resources.
    pub server: Server,
    /// Who may see and read what.
    pub policy: Policy,
    /// The limits, with the default in the place of every one that is not written or zero (G19).
    pub limits: Limits,
    /// The places that bodies are read from, in the order of the file.
    pub stores: Vec<Store>,
    /// What is served, in the order of the file.
    pub resources: Vec<Entry>,
}

impl Manifest {
    /// The store of that name.
    #[must_use]
    pub fn store(&self, name: &str) -> Option<&Store> {
        self.stores.iter().find(|store| store.name == name)
    }
}

/// What a server says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Server {
    /// The name for programs.
    pub name: String,
    /// The server's own version, as it was written.
    pub version: String,
    /// The name for people.
    pub title: Option<String>,
    /// What the server offers.
    pub description: Option<String>,
    /// What a model should know before it uses the server.
    pub instructions: Option<String>,
    /// The server's home on the web.
    pub website_url: Option<String>,
    /// Pictures of the server.
    pub icons: Vec<Icon>,
}

/// Who may see and read what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// Everyone sees and reads everything.
    Open,
}

/// A place that bodies are read from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Store {
    /// The name that entries use.
    pub name: String,
    /// Where it is.
    pub location: Location,
}

/// Where a store is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// A folder, as it was written: absolute, or relative to the manifest's own folder.
    Folder(PathBuf),
}

/// One entry of `resources`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// Name, URI or template, and all else that a listing says.
    pub definition: Definition,
    /// One for each variable of the template, in its order; none for a concrete URI.
    pub captures: Vec<Capture>,
    /// Where the content comes from.
    pub serves: Serves,
    /// The name that generated code gives the entry, if it is not the one that follows from its own.
    pub rust: Option<String>,
    /// The place of the entry's name.
    pub place: Place,
}

/// A variable of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Capture {
    /// The variable's name.
    pub name: String,
    /// What the captured text is parsed as.
    pub kind: CaptureType,
    /// Where completion takes its values from.
    pub complete: Option<Complete>,
}

macro_rules! capture_types {
    ($($name:ident = $text:literal, $type:ty;)+) => {
        /// What a captured text is parsed as.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum CaptureType {
            /// Any text.
            #[default]
            String,
            $(#[doc = concat!("Rust's `", $text, "`.")] $name,)+
        }

        impl CaptureType {
            /// Every type, in the order of the documentation.
            pub const ALL: &'static [Self] = &[Self::String, $(Self::$name),+];

            /// The type's name, in the manifest and in Rust (where text is `String`).
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { Self::String => "string", $(Self::$name => $text),+ }
            }

            /// Whether `value` parses as this type.
            #[must_use]
            pub fn accepts(self, value: &str) -> bool {
                self.canonical(value).is_some()
            }

            /// How what `value` stands for is written, if it parses as this type: `1` for `01`.
            #[must_use]
            pub fn canonical(self, value: &str) -> Option<Cow<'_, str>> {
                let written = match self {
                    Self::String => return Some(Cow::Borrowed(value)),
                    $(Self::$name => value.parse::<$type>().ok()?.to_string()),+
                };
                // Equal numbers are one number.
                let written = if written == "-0" { "0".to_owned() } else { written };
                Some(if written == value { Cow::Borrowed(value) } else { Cow::Owned(written) })
            }
        }
    };
}

capture_types! {
    Bool = "bool", bool;
    I8 = "i8", i8;
    I16 = "i16", i16;
    I32 = "i32", i32;
    I64 = "i64", i64;
    U8 = "u8", u8;
    U16 = "u16", u16;
    U32 = "u32", u32;
    U64 = "u64", u64;
    F32 = "f32", f32;
    F64 = "f64", f64;
}

impl fmt::Display for CaptureType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where completion takes a capture's values from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Complete {
    /// From the names of a store's files.
    Store {
        /// The store's name; it is one of [`Manifest::stores`].
        store: String,
        /// Which files, and which part of their path is the value.
        glob: Glob,
    },
    /// These values; each is an admitted capture (U6) and parses as the capture's type.
    Values(Vec<String>),
}

/// Where an entry's content comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Serves {
    /// One body.
    Body(Body),
    /// The bodies of other entries, in order; perhaps none.
    Bundle(Vec<BundleItem>),
    /// Code.
    Handler,
}

/// One body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// The text itself.
    Text(String),
    /// A minijinja template over the captures; it compiles in [`environment`](crate::environment).
    Template(String),
    /// A file of a store.
    Store {
        /// The store's name; it is one of [`Manifest::stores`].
        store: String,
        /// The file; its captures are those of the entry.
        path: PathPattern,
    },
}

/// An item of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BundleItem {
    /// Always the same URI.
    Uri(Uri),
    /// A URI that depends on the bundle's own captures.
    Template {
        /// The template to expand.
        template: UriTemplate,
        /// For each of its variables, in order, the index of the capture of the entry that fills it.
        captures: Vec<usize>,
    },
}
