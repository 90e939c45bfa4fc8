//! `manifest!` for manifests with bodies of every kind.

/// Typed routes, a trait of handlers, and the resources of a manifest, read while compiling.
///
/// It is [`wayleave::manifest!`] for manifests that also have templates and stores. Typed routes, constants, the trait
/// `Handlers` and `limits()` are the same; `bindings` differs: it takes the folder at which the relative paths of
/// stores start, and can fail. It checks the manifest's text, which the program holds, once more.
///
/// ```
/// use wayleave_bodies::wayleave::prelude::*;
///
/// wayleave_bodies::manifest!(mod greetings = inline r#"
/// wayleave: 1
/// server: { name: greeter, version: 1.0.0 }
/// policy: open
/// resources:
///   - name: greeting
///     uriTemplate: hall://greet/{who}
///     body: { template: 'Hello, {{ who }}.' }
/// "#);
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let gateway = Gateway::builder(OpenPolicy::<()>::new())
///     .resources(greetings::bindings("content")?)
///     .limits(greetings::limits())
///     .build()?;
/// let uri = greetings::Greeting { who: "Anna".to_owned() }.uri()?;
/// let bundle = gateway.read(&(), uri.as_str()).await?;
/// assert_eq!(bundle.items()[0].body().as_text(), Some("Hello, Anna."));
/// # Ok(())
/// # }
/// ```
#[macro_export]
macro_rules! manifest {
    ($($input:tt)*) => {
        $crate::wayleave::__manifest! { core = $crate::wayleave; bodies = $crate; $($input)* }
    };
}
