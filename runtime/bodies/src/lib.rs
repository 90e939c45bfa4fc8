//! From a checked manifest to a gateway: the readers of texts, templates, stores and bundles.
//!
//! [`gateway`] does it in one call. [`ManifestResources`] gives the bindings alone, for a gateway that also has
//! resources from elsewhere, a policy of its own, or entries that are read by code ([`Handlers`]).
//!
//! ```
//! use std::path::Path;
//! use wayleave_bodies::manifest::{Source, check};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let source = Source::new("greeting.yaml", "\
//! wayleave: 1
//! server: { name: greeter, version: 1.0.0 }
//! policy: open
//! resources:
//!   - name: greeting
//!     uriTemplate: hall://greet/{who}
//!     body: { template: 'Hello, {{ who }}.' }
//! ");
//! let manifest = check(&source, None).manifest.ok_or("the manifest has defects")?;
//! let gateway = wayleave_bodies::gateway(&manifest, Path::new("."))?;
//! let bundle = gateway.read(&(), "hall://greet/Anna").await?;
//! assert_eq!(bundle.items()[0].body().as_text(), Some("Hello, Anna."));
//! # Ok(())
//! # }
//! ```
//!
//! No reader depends on who asks, so under an open policy every result may be cached for everyone (G29). Every
//! reader looks at the size before it holds a body, and holds no more than the gateway can still admit (G7).

mod blocking;
mod bundle;
mod captures;
mod complete;
mod error;
mod fault;
#[doc(hidden)]
pub mod generated;
mod handled;
#[cfg(feature = "manifest")]
mod macros;
mod media;
mod resources;
mod store;
mod stored;
mod template;
mod text;

use std::path::Path;

use wayleave::{Gateway, resource::OpenPolicy};
use wayleave_manifest::{Manifest, Policy};

pub use error::BodiesError;
pub use resources::{Handlers, ManifestResources};
pub use wayleave;
pub use wayleave_manifest as manifest;

/// The gateway that a manifest describes, with its limits and its policy.
///
/// `base` is the folder that the manifest's relative paths start from: the manifest's own.
///
/// # Errors
/// [`BodiesError::UnsupportedPolicy`] where the manifest asks for another policy than `open`, and whatever
/// [`ManifestResources::new`] and the building of a gateway refuse.
pub fn gateway(manifest: &Manifest, base: &Path) -> Result<Gateway<()>, BodiesError> {
    let policy = match manifest.policy {
        Policy::Open => OpenPolicy::new(),
        _ => return Err(BodiesError::UnsupportedPolicy),
    };
    Gateway::builder(policy)
        .resources(ManifestResources::new(manifest, base)?)
        .limits(manifest.limits.clone())
        .build()
        .map_err(BodiesError::Build)
}
