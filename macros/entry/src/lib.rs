//! The procedural macros of Wayleave: entry points and nothing else. Use them through the crate `wayleave`.

use proc_macro::TokenStream;

/// Makes a struct the typed route of a family: one field for each variable of its template.
///
/// ```
/// use wayleave::prelude::*;
///
/// /// The thumbnail of one project.
/// #[derive(Route)]
/// #[route(uri_template = "asset://project/{id}/thumbnail", mime_type = "image/png")]
/// struct Thumbnail {
///     id: u32,
/// }
///
/// let thumbnail = Thumbnail { id: 7 };
/// assert_eq!(thumbnail.uri()?.as_str(), "asset://project/7/thumbnail");
///
/// let definition = Thumbnail::definition()?;
/// assert_eq!(definition.name(), "thumbnail");
/// assert_eq!(definition.description(), Some("The thumbnail of one project."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # `#[route(…)]` on the struct
///
/// | key | meaning | without it |
/// | --- | --- | --- |
/// | `uri_template = "…"` | the template; each variable is one whole segment of the path | required |
/// | `name = "…"` | the name, unique in a gateway | the struct's, in small letters: `weekly_rota` |
/// | `title = "…"` | a title for people | none |
/// | `description = "…"` | what it is | the documentation comment |
/// | `mime_type = "…"` | the type of payloads that have none of their own | by the payload's kind |
/// | `annotations(audience("user", "assistant"), priority = 0.9, last_modified = "2026-01-31")` | hints for clients | none |
/// | `icon(src = "https://…", mime_type = "…", sizes("48x48"), theme = "dark")` | a picture; may be repeated | none |
/// | `meta(key = literal, "example.com/key" = literal)` or `meta = r#"{ … }"#` | metadata | none |
/// | `cache(ttl = "60s", scope = "public")` | how long (`ms`, `s`, `m`, `h`) and for whom a result may be kept | not at all |
/// | `overlaps = "allow"` | the template may match URIs that another one matches | an error |
/// | `crate = path` | where the crate `wayleave` is | `::wayleave` |
///
/// A field whose variable has another name says so by `#[capture("self")]`. Fields and variables are the same set, both
/// ways; raw identifiers work (`r#type`). The type of each field is a `wayleave::route::FromCapture`.
///
/// Everything that can be wrong with a template is an error while compiling, with the template shown and the fault
/// marked. Overlaps are found in a block of [`macro@resources`], by
/// `wayleave::assert_disjoint!`, and at the latest when a gateway is built.
#[proc_macro_derive(Route, attributes(route, capture))]
pub fn derive_route(input: TokenStream) -> TokenStream {
    wayleave_codegen::derive_route(input.into()).into()
}

/// Makes a struct around one value a capture, read and written as that value is.
///
/// ```
/// use wayleave::prelude::*;
///
/// #[derive(Capture)]
/// struct ProjectId(u32);
///
/// #[derive(Route)]
/// #[route(uri_template = "asset://project/{id}/thumbnail")]
/// struct Thumbnail {
///     id: ProjectId,
/// }
///
/// assert_eq!(Thumbnail { id: ProjectId(7) }.uri()?.as_str(), "asset://project/7/thumbnail");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A type with `FromStr` and `Display` is a capture already. `#[capture(crate = path)]` on the struct says where the
/// crate `wayleave` is.
#[proc_macro_derive(Capture, attributes(capture))]
pub fn derive_capture(input: TokenStream) -> TokenStream {
    wayleave_codegen::derive_capture(input.into()).into()
}

/// Makes an `impl` block something that a gateway serves: each method with `#[resource]` reads, each with `#[bundle]`
/// says what a bundle holds. Other methods are left alone.
///
/// ```
/// use wayleave::prelude::*;
///
/// struct User {
///     name: String,
/// }
///
/// struct Assets;
///
/// #[resources(caller = User)]
/// impl Assets {
///     /// What this server holds.
///     #[resource(uri = "asset://about", mime_type = "text/markdown")]
///     async fn about(&self) -> &'static str {
///         "# Assets"
///     }
///
///     #[resource(uri_template = "asset://project/{id}/note", complete(id = Self::ids))]
///     async fn note(&self, caller: &User, id: u32) -> std::io::Result<String> {
///         Ok(format!("project {id}, for {}", caller.name))
///     }
///
///     #[bundle(uri_template = "asset://project/{id}/handover")]
///     async fn handover(&self, id: u32) -> Result<ReadPlan, PlanError> {
///         let note = Uri::parse(&format!("asset://project/{id}/note")).map_err(PlanError::failed)?;
///         ReadPlan::of([Target::new(note)])
///     }
///
///     async fn ids(&self, request: CompletionRequest<'_>) -> Vec<String> {
///         ["7", "8"].iter().filter(|id| id.starts_with(request.value())).map(|id| id.to_string()).collect()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let gateway = Gateway::builder(OpenPolicy::new()).resources(Assets).build()?;
/// let ann = User { name: "Ann".into() };
/// let bundle = gateway.read(&ann, "asset://project/7/handover").await?;
/// assert_eq!(bundle.items()[0].body().as_text(), Some("project 7, for Ann"));
/// # Ok(())
/// # }
/// ```
///
/// # On the block
///
/// `caller = Type` says who asks; without it, the block serves callers of every type, and no method learns who asks.
/// `crate = path` says where the crate `wayleave` is. The `impl` may be generic; its type is shared between reads, so
/// it is `Send`, `Sync` and `'static`.
///
/// # On a method: `#[resource(…)]` or `#[bundle(…)]`
///
/// | key | meaning | without it |
/// | --- | --- | --- |
/// | `uri = "…"` | one resource | one of the three is required |
/// | `uri_template = "…"` | a family; its variables are the method's parameters | |
/// | `route = Type` | a family that a [`Route`](derive@Route) describes; the method takes it | |
/// | `complete(variable = Self::method)` | what completes a variable: `async fn(&self, CompletionRequest<'_>) -> Vec<String>`, with the caller before the request if it wants to know it | nothing |
/// | `size = 1024` | the size in bytes, of a concrete URI | none |
///
/// and, unless a route says them, `name` (by default the method's), `title`, `description` (by default the
/// documentation comment), `mime_type`, `annotations(…)`, `icon(…)`, `meta(…)`, `cache(…)` and `overlaps`, as
/// [`#[derive(Route)]`](derive@Route) has them.
///
/// A method is `async` and takes `&self`. A reference parameter is the caller; captures are taken by value, each named
/// as its variable or by `#[capture("self")]` before it. A reader returns what is
/// `wayleave::resource::IntoPayload`, a bundle what is
/// `wayleave::resource::IntoPlan`.
///
/// `#[cfg]` on a method holds for all that is generated of it. Methods under the same conditions are compared while
/// compiling, those under different ones when a gateway is built.
#[proc_macro_attribute]
pub fn resources(arguments: TokenStream, item: TokenStream) -> TokenStream {
    wayleave_codegen::resources(arguments.into(), item.into()).into()
}

/// A reader method in a block of [`macro@resources`]; see there.
#[proc_macro_attribute]
pub fn resource(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    wayleave_codegen::stray("resource", item.into()).into()
}

/// A bundle method in a block of [`macro@resources`]; see there.
#[proc_macro_attribute]
pub fn bundle(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    wayleave_codegen::stray("bundle", item.into()).into()
}

/// The part of `wayleave::manifest!` and of `wayleave_bodies::manifest!` that reads the manifest; see there. They add
/// the paths of the crates.
#[cfg(feature = "manifest")]
#[proc_macro]
pub fn manifest(input: TokenStream) -> TokenStream {
    wayleave_codegen::manifest::expand(input.into()).into()
}

/// Serves a gateway's resources from a server on the SDK `rmcp`: stands on its `impl ServerHandler`, beside
/// `#[tool_handler]` and `#[prompt_handler]` in any order, or alone.
///
/// | key | meaning | without it |
/// | --- | --- | --- |
/// | `gateway = self.gateway` | the `LiveGateway` to serve | required |
/// | `caller = Self::caller` | who asks: a function of `&RequestContext<RoleServer>`, or a closure, that returns the caller or a `Result<_, ErrorData>` of it; or another `CallerSource` | callers are `()` |
/// | `crate = path` | where the crate `wayleave_rmcp` is | `::wayleave_rmcp` |
///
/// It writes `list_resources`, `list_resource_templates`, `read_resource`, and for those who want to know of changes
/// `accepted_subscription_filter`, `listen`, `subscribe` and `unsubscribe`. They are its own: such a method beside it is
/// an error.
///
/// Two more it shares:
///
/// - `get_info` stays yours, or `#[tool_handler]`'s: resources with their subscriptions and completions are added to what
///   it announces, and prompts where the block has `list_prompts`. Without one, the server is announced by its
///   package's name and version.
/// - `async fn complete` stays yours for prompts: the gateway answers for resources before it is asked.
///
/// A method under `#[cfg(…)]` counts where the condition holds. An `impl ServerHandler` that
/// `#[tool_router(server_handler)]` writes has no place for this attribute: write the block.
#[cfg(feature = "rmcp")]
#[proc_macro_attribute]
pub fn resource_handler(arguments: TokenStream, item: TokenStream) -> TokenStream {
    wayleave_codegen::resource_handler(arguments.into(), item.into()).into()
}
