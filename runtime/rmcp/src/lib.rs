//! A Wayleave gateway in a server on `rmcp`, the official MCP SDK for Rust.
//!
//! [`#[resource_handler]`](macro@resource_handler) gives resources to a server with tools and prompts of its own, and
//! [`GatewayHandler`] is a whole server for a gateway alone. [`LiveGateway`] is the gateway while it serves: it can be
//! replaced, and tells those who listen. [`CallerSource`] says who makes a request.
//!
//! It speaks the revisions 2025-06-18, 2025-11-25 and 2026-07-28: both listings, reads, completion, subscriptions in
//! both of their forms, progress and cancellation.
//!
//! ```
//! use rmcp::{RoleServer, ServiceExt, model::Implementation, service::RequestContext};
//! # use rmcp::model::{ReadResourceRequestParams, ResourceContents};
//! use wayleave_rmcp::{GatewayHandler, LiveGateway, wayleave::prelude::*};
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
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let greeting = Definition::builder("greeting").uri_template("hall://greet/{who}").build()?;
//! let gateway = Gateway::builder(OpenPolicy::new()).bind(greeting, Greeting).build()?;
//!
//! let live = LiveGateway::new(gateway);
//! let server = GatewayHandler::new(live.clone(), |_: &RequestContext<RoleServer>| ())
//!     .server_info(Implementation::new("hall", "1.0.0"))
//!     .instructions("Greet everyone.");
//! # let (transport, other_end) = tokio::io::duplex(4096);
//! # let serving = tokio::spawn(async move {
//! let running = server.serve(transport).await?; // `rmcp::transport::stdio()`, for one
//! # running.waiting().await?;
//! # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! # });
//! # let client = ().serve(other_end).await?;
//! # let read = client.read_resource(ReadResourceRequestParams::new("hall://greet/Anna")).await?;
//! # assert_eq!(read.contents, [ResourceContents::text("Hello, Anna.", "hall://greet/Anna")]);
//!
//! // At any time, from anywhere:
//! live.updated("hall://greet/Anna");
//! # client.cancel().await?;
//! # serving.await?.map_err(|error| error.to_string())?;
//! # Ok(())
//! # }
//! ```
//!
//! # What clients are told
//!
//! | | 2026-07-28 | before |
//! | --- | --- | --- |
//! | not there, hidden or denied, all alike | `-32602` with `data.uri` | `-32002` with `data.uri` |
//! | a malformed URI | `-32602` with `data.uri` | the same |
//! | a URI longer than `maxUriBytes`, a bad cursor, an unknown template or variable | `-32602` | the same |
//! | the host's own failures | `-32603` and a fixed text | the same |
//! | `ttlMs`, `cacheScope` | on every listing and read | |
//! | `resources/subscribe`, `resources/unsubscribe` | | up to 1,024 resources a connection, but see below |
//! | `subscriptions/listen` | up to 1,024 resources a stream | |
//!
//! Before 2026-07-28, a change is told on the connection that asked for it: over stdio, another pair of streams, or
//! HTTP with the SDK's sessions. HTTP without sessions, as `wayleave-server` serves it, has none: `resources/subscribe`
//! succeeds there, and nobody is told of anything, neither of a resource nor of the lists.
//!
//! Listings are `public` under an open policy, else `private`, with a `ttlMs` of 0; reads are what their definitions say.
//! The SDK holds a description's priority in single precision, so about seven digits of it go out.
//!
//! # Catalogs of other servers
//!
//! With the feature `client`, the module `client` asks other servers what they offer.

mod caller;
#[cfg(feature = "client")]
pub mod client;
mod convert;
mod error;
pub mod glue;
mod handler;
mod listen;
mod live;
mod progress;

pub use caller::CallerSource;
pub use handler::GatewayHandler;
pub use live::LiveGateway;
pub use wayleave;

/// Gives a server on the SDK a gateway's resources.
///
/// ```
/// use http::request::Parts;
/// use rmcp::{RoleServer, ServerHandler, service::RequestContext, tool, tool_handler, tool_router};
/// use wayleave::prelude::*;
/// use wayleave_rmcp::{LiveGateway, resource_handler};
///
/// #[derive(Clone)]
/// struct User(String);
///
/// struct Assets;
///
/// #[resources(caller = User)]
/// impl Assets {
///     #[resource(uri = "asset://about")]
///     async fn about(&self, caller: &User) -> String {
///         format!("What {} may see.", caller.0)
///     }
/// }
///
/// struct Server {
///     gateway: LiveGateway<User>,
/// }
///
/// #[tool_router]
/// impl Server {
///     /// The sum of nothing.
///     #[tool]
///     async fn sum(&self) -> String {
///         "0".into()
///     }
/// }
///
/// #[tool_handler(name = "assets", version = "1.0.0")]
/// #[resource_handler(gateway = self.gateway, caller = Self::caller)]
/// impl ServerHandler for Server {}
///
/// impl Server {
///     /// Over HTTP, whom a layer in front of the server has let in; over stdio, there are no `Parts`.
///     fn caller(context: &RequestContext<RoleServer>) -> User {
///         let parts = context.extensions.get::<Parts>();
///         let user = parts.and_then(|parts| parts.extensions.get::<User>()).cloned();
///         user.unwrap_or_else(|| User("everyone".into()))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use rmcp::{ServiceExt, model::ReadResourceRequestParams};
///
/// let gateway = Gateway::builder(OpenPolicy::new()).resources(Assets).build()?;
/// let server = Server { gateway: LiveGateway::new(gateway) };
/// assert!(server.get_info().capabilities.resources.is_some());
///
/// // A client in the same process; any other transport does as well.
/// let (ours, theirs) = tokio::io::duplex(4096);
/// tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
/// let client = ().serve(ours).await?;
/// assert_eq!(client.list_tools(None).await?.tools.len(), 1);
/// let read = client.read_resource(ReadResourceRequestParams::new("asset://about")).await?;
/// assert!(format!("{read:?}").contains("What everyone may see."));
/// # Ok(())
/// # }
/// ```
///
#[cfg(feature = "macros")]
pub use wayleave_macros::resource_handler;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;
