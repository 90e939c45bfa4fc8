//! What the compiler's wing and the run-time wing of Wayleave share: URIs, URI templates, the route table,
//! definitions, limits, and the checks on a set of definitions.
//!
//! Because the macros, the manifest checker and the gateway all use this crate, the compiler never accepts
//! what the gateway refuses. It keeps the rules U1 to U8, and of the gateway's rules G2 and G19.
//!
//! ```
//! use wayleave_model::{Address, RouteTable, Uri, UriRef, UriTemplate};
//!
//! let table = RouteTable::new([
//!     Address::Uri(Uri::parse("asset://about")?),
//!     Address::Template(UriTemplate::parse("asset://project/{id}/thumbnail")?),
//! ]);
//! let uri = UriRef::parse("asset://project/a%20b/thumbnail")?;
//! let selected = table.select(uri)?;
//! assert_eq!(selected.captures().get("id").as_deref(), Some("a b"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod captures;
pub mod deceive;
mod definition;
mod escape;
mod limits;
mod meta;
mod overlap;
mod set;
mod table;
mod template;
mod uri;

pub use captures::{CaptureFault, Captures, WriteError};
pub use definition::{
    Address, Annotations, Cache, CacheScope, Definition, DefinitionBuilder, DefinitionError, DefinitionFault,
    Icon, Role, Theme, is_mime_type,
};
pub use limits::{LimitKey, LimitKind, Limits, LimitsError};
pub use meta::{ReportKey, ReportKeyError};
pub use overlap::{Overlap, overlaps, witness};
pub use set::{DefinitionSet, SetError, SetErrorKind, SetErrors, SetOptions};
pub use table::{RouteId, RouteTable, Selected, Unselected};
pub use template::{ExpandError, TemplateError, TemplateErrorKind, UriTemplate};
pub use uri::{RESERVED_SCHEME, Uri, UriError, UriErrorKind, UriRef};
