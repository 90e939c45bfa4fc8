//! The catalog: what a server offers, as a sequence of immutable generations.
//!
//! A [`Generation`] is built once, from what a server supplied, and never changes. It records what the server offered, in
//! full; what a model may see of it is decided above. So the same server has the same [`Digest`] whatever a host allows,
//! and two generations can be compared.
//!
//! [`discover`] walks the pages of a [`Lister`] and gives a generation, or an error and nothing. A [`Current`] holds the
//! generation that is adopted. [`ModelNames`] are the names of all tools of a host. A [`Difference`] is what changed
//! between two generations.
//!
//! Everything comes from a peer that is not trusted. Bounds hold before anything is kept, names are checked before they
//! become identifiers, no input makes this panic or recurse, and nothing of the peer's is in an error, a warning or a log
//! unbounded or unescaped (C3). Rules C1 to C14.

pub mod bounds;

mod binding;
mod builder;
mod convert;
mod cover;
mod current;
mod deceive;
mod difference;
mod digest;
mod discover;
mod encode;
mod entry;
mod error;
mod family;
mod generation;
mod handshake;
mod hashing;
mod headers;
mod host;
mod json;
mod limits;
mod lister;
mod lookalike;
mod names;
mod order;
mod quote;
mod schema;
mod snapshot;
mod tolerance;
mod warning;

pub use binding::BindingName;
pub use bounds::IdentifierFault;
pub use builder::Builder;
pub use current::{Adoption, Current, OtherBinding, RefreshError, Ticket, Watcher};
pub use difference::{Arguments, Changed, Difference, Field, FieldChange, Severity};
pub use digest::{Digest, ParseDigestError};
pub use discover::{DiscoverError, Discovery, discover};
pub use entry::{
    Prompt, PromptArgument, Resource, ResourceAnnotations, ResourceTemplate, Tool, ToolAnnotations, ToolSpec,
    Tools,
};
pub use error::{Defect, DefectError, HandshakeFault, OverLimit, OverLimitError};
pub use family::{Decision, Decisions, Family};
pub use generation::Generation;
pub use handshake::{Capabilities, Handshake, ProtocolVersion, ServerIdentity};
pub use host::{ModelNames, NameClash};
pub use json::JsonFault;
pub use limits::Limits;
pub use lister::{Lister, Page};
pub use names::MODEL_NAME_BYTES;
pub use quote::Quote;
pub use schema::{Schema, SchemaFault};
pub use snapshot::SnapshotError;
pub use tolerance::{Tolerance, Tolerances};
pub use warning::{MAX_WARNINGS, WARNING_BYTES, Warning, WarningKind};
