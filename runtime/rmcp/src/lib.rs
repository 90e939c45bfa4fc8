//! A Wayleave gateway in a server on `rmcp`, the official MCP SDK for Rust.

mod caller;
mod convert;
mod error;
#[doc(hidden)]
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
/// use rmcp::{RoleServer, ServerHandler, service::RequestContext, tool, tool_handler, tool_router};
/// use wayleave::prelude::*;
/// use wayleave_rmcp::{LiveGateway, resource_handler};
///
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
/// #[tool_handler]
/// #[resource_handler(gateway = self.gateway, caller = Self::caller)]
/// impl ServerHandler for Server {}
///
/// impl Server {
///     /// Whom a layer in front of the server has let in.
///     fn caller(context: &RequestContext<RoleServer>) -> User {
///         let name = context.extensions.get::<String>().cloned();
///         User(name.unwrap_or_else(|| "everyone".into()))
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
