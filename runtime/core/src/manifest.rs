//! `manifest!`: typed routes, a trait of handlers and the bindings of a YAML manifest.

/// Typed routes, a trait of handlers, and the bindings of a manifest, read while compiling.
///
/// ```no_run
/// # mod doc { #[cfg(any())] mod shown {
/// wayleave::manifest!("assets.yaml");                    // mod assets { … }
/// wayleave::manifest!(pub mod art = "data/assets.yaml"); // pub mod art { … }
/// # }}
/// # fn main() {}
/// ```
///
/// The path starts from the folder of the package's `Cargo.toml` and leads down from it. A build notices when the
/// file has changed; an editor may go on showing what it knew until the next build. Every defect of the manifest is
/// an error of the compiler, with the file's own name, line and column.
///
/// The module holds
///
/// - for each URI template a struct, which is a [`Route`](crate::route::Route): one field for each variable, of the
///   type that `captures` says, and the way from a match and back;
/// - for each URI a constant;
/// - where entries say `handler: true`, a trait `Handlers` with one method for each;
/// - `bindings(handlers)`, or `bindings()` where nothing is read by a handler: what a
///   [`GatewayBuilder`](crate::resource::GatewayBuilder::resources) takes;
/// - `limits()`: the limits that the manifest sets.
///
/// A name's words give the names in Rust: `weekly-rota` is the struct `WeeklyRota`, the method `weekly_rota` and the
/// constant `WEEKLY_ROTA`. Where that gives no name, or one name for two entries, the compiler asks for
/// `rust: Name` in the manifest.
///
/// This macro serves texts, bundles and handlers. Templates and stores take `wayleave_bodies::manifest!`.
///
/// With the environment variable `WAYLEAVE_EXPAND` set to a folder, the code is also written there, formatted, for
/// people to read; `wayleave generate rust` gives the same code as a file to check in.
///
/// ```
/// use wayleave::prelude::*;
///
/// wayleave::manifest!(mod assets = inline r#"
/// wayleave: 1
/// server: { name: club, version: 1.0.0 }
/// policy: open
/// resources:
///   - name: welcome
///     uri: club://welcome
///     body: { text: Welcome. }
///   - name: rota
///     uriTemplate: club://rota/{week}
///     captures: { week: { type: u32 } }
///     handler: true
/// "#);
///
/// struct Club;
///
/// impl assets::Handlers for Club {
///     type Caller = ();
///
///     async fn rota(&self, _caller: &(), route: assets::Rota) -> Result<Payload, ReadError> {
///         Ok(Payload::text(format!("Nobody works in week {}.", route.week)))
///     }
/// }
///
/// # #[cfg(feature = "tokio")]
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let gateway = Gateway::builder(OpenPolicy::new())
///     .resources(assets::bindings(Club))
///     .limits(assets::limits())
///     .build()?;
/// let rota = gateway.read(&(), assets::Rota { week: 49 }.uri()?.as_str()).await?;
/// assert_eq!(rota.items()[0].body().as_text(), Some("Nobody works in week 49."));
/// let welcome = gateway.read(&(), assets::WELCOME).await?;
/// assert_eq!(welcome.items()[0].body().as_text(), Some("Welcome."));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "tokio"))]
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! manifest {
    ($($input:tt)*) => {
        $crate::__manifest! { core = $crate; $($input)* }
    };
}
