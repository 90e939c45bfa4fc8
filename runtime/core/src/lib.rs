//! Wayleave: checked routes and granted access for the resources of MCP servers.
//!
//! The [`Gateway`] takes an immutable set of [bindings](resource::Binding), a [`Policy`] and [`Limits`]. A
//! read authorises everything, reads, authorises again, and returns a bundle that says honestly what it
//! lacks. No SDK, HTTP or command-line dependency is in this crate, whatever its features (G1).
//!
//! ```
//! use wayleave::prelude::*;
//!
//! struct Greeting;
//!
//! impl Binding<()> for Greeting {
//!     async fn resolve(&self, _caller: &(), request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
//!         Ok(ReadPlan::single(Target::new(request.canonical().clone())))
//!     }
//!
//!     async fn read(&self, _caller: &(), request: ReadRequest<'_>) -> Result<Payload, ReadError> {
//!         let who = request.captures().get("who").unwrap_or_default();
//!         Ok(Payload::text(format!("Hello, {who}.")))
//!     }
//! }
//!
//! # #[cfg(feature = "tokio")]
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let greeting = Definition::builder("greeting").uri_template("hall://greet/{who}").build()?;
//! let gateway = Gateway::builder(OpenPolicy::new()).bind(greeting, Greeting).build()?;
//! let bundle = gateway.read(&(), "hall://greet/Anna").await?;
//! assert_eq!(bundle.items()[0].body().as_text(), Some("Hello, Anna."));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "tokio"))]
//! # fn main() {}
//! ```

pub mod catalog;
pub mod clock;
#[cfg(feature = "manifest")]
mod manifest;
pub mod random;
pub mod resource;
pub mod route;

pub use bytes::Bytes;
pub use resource::{Bundle, Gateway, Policy};
#[cfg(feature = "manifest")]
#[doc(hidden)]
pub use wayleave_macros::manifest as __manifest;
#[cfg(feature = "macros")]
pub use wayleave_macros::{Capture, Route, bundle, resource, resources};
pub use wayleave_model as model;
pub use wayleave_model::{Definition, Limits, Uri, UriTemplate};

/// What a program that serves resources needs, in one import.
pub mod prelude {
    pub use crate::resource::{
        Binding, Bindings, Bundle, CompletionRequest, Failure, Gateway, IntoPayload, Json, Judgement,
        OpenPolicy, Payload, PlanError, Policy, ReadError, ReadFailure, ReadPlan, ReadRequest, ResourceMatch,
        Resources, ScopeKey, Target, Visibility,
    };
    pub use crate::route::{FromCapture, Route};
    pub use crate::{Bytes, Definition, Limits, Uri, UriTemplate};
    #[cfg(feature = "macros")]
    pub use wayleave_macros::{Capture, Route, bundle, resource, resources};
}

/// A boxed future that may move between threads.
pub(crate) type BoxFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;
