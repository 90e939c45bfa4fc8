use std::fmt::Write as _;

use proc_macro2::TokenStream;
use quote::quote;

use super::{resources, stray};
use crate::testing::{errors, pretty};

fn faults(arguments: &str, body: &str) -> Vec<String> {
    errors(resources(arguments.parse().unwrap(), format!("impl Site {{ {body} }}").parse().unwrap()))
}

#[test]
fn expansion() {
    let tokens = resources(
        quote!(caller = User),
        quote! {
            impl Assets {
                /// What this server holds.
                #[resource(uri = "asset://about", mime_type = "text/markdown")]
                async fn about(&self) -> &'static str {
                    "about"
                }

                #[resource(route = Note, complete(note = Self::notes))]
                async fn note(&self, route: Note) -> io::Result<String> {
                    self.read(route)
                }

                #[cfg(feature = "log")]
                #[resource(uri_template = "asset://project/{id}/log/{self}")]
                async fn r#log(&self, caller: &User, #[capture("self")] day: Date, id: ProjectId) -> Json<Log> {
                    Json(Log)
                }

                #[bundle(uri_template = "asset://project/{id}/handover")]
                async fn handover(&self, id: ProjectId) -> Result<ReadPlan, PlanError> {
                    ReadPlan::of([])
                }

                async fn notes(&self, caller: &User, request: CompletionRequest<'_>) -> Vec<String> {
                    Vec::new()
                }
            }
        },
    );
    insta::assert_snapshot!("assets", pretty(tokens));
}

#[test]
fn without_caller_and_generic() {
    let tokens = resources(
        quote!(crate = crate::library),
        quote! {
            #[cfg(unix)]
            impl<S: Store> Assets<S> where S: Copy {
                #[resource(route = Key<S::Key>, complete(key = Self::keys))]
                async fn key(&self, route: Key<S::Key>) -> impl IntoPayload {
                    "key"
                }

                #[resource(route = Plain)]
                async fn plain(&self, route: Plain) {}

                #[resource(uri_template = "a://h/{x}", overlaps = "allow")]
                async fn inline(&self, x: S::X) -> String {
                    String::new()
                }

                async fn keys(&self, request: CompletionRequest<'_>) -> Vec<String> {
                    Vec::new()
                }
            }
        },
    );
    insta::assert_snapshot!("generic", pretty(tokens));
}

#[test]
fn on_errors_the_block_stays_as_it_is() {
    let tokens = resources(
        quote!(),
        quote! {
            impl Site {
                #[resource(uri_template = "a://h/{id}")]
                #[must_use]
                async fn page(&self, #[capture("od")] id: u8) -> String {
                    id.to_string()
                }
            }
        },
    );
    insta::assert_snapshot!("fault", pretty(tokens));
}

// U7
#[test]
fn overlaps_are_found_in_a_block() {
    let found = faults(
        "",
        r#"
        #[resource(uri_template = "a://h/{x}/y")] async fn one(&self, x: u8) -> String {}
        #[resource(uri_template = "a://h/z/{y}")] async fn two(&self, y: u8) -> String {}
        #[cfg(unix)] #[resource(uri_template = "a://h/{b}/{c}")] async fn three(&self, b: u8, c: u8) -> String {}
        #[cfg(windows)] #[resource(uri_template = "a://h/{b}/{c}")] async fn four(&self, b: u8, c: u8) -> String {}
        #[resource(uri = "a://h/z/y")] async fn exact(&self) -> String {}
        "#,
    );
    assert_eq!(
        found,
        [
            "these two templates overlap: both match `a://h/z/y`\n  a://h/z/{y}\n  a://h/{x}/y (`one`)\nhelp: make a \
          literal segment differ, or write `overlaps = \"allow\"` in one of the two"
        ]
    );
}

#[test]
fn a_method_is_async_and_shares_the_state() {
    let found = faults(
        "caller = User",
        r#"
        #[resource(uri = "a:1")] fn one(&self) -> String {}
        #[resource(uri = "a:2")] async fn two(&mut self) -> String {}
        #[resource(uri = "a:3")] async fn three() -> String {}
        #[resource(uri = "a:4")] async fn four<T>(&self) -> String {}
        #[resource(uri = "a:5")] async fn five(&self, a: &User, b: &User) -> String {}
        #[resource(uri = "a:6")] async fn six<'a>(&'a self, caller: &'a User) -> &'a str {}
        "#,
    );
    assert_eq!(
        found,
        [
            "`one` is not `async`: write `async fn one`",
            "reads run at the same time and share the state: take `&self`",
            "`three` takes no `&self`",
            "a method that serves a resource is not generic; its `impl` block may be",
            "two parameters are references: one is the caller, and captures are taken by value",
            "a body is kept after the method has ended: return `String`, or `&'static str`",
        ]
    );
}

#[test]
fn all_mistakes_of_a_method_are_told_at_once() {
    let found = faults(
        "",
        r#"
        #[resource(uri = "a:1", uri_template = "a:{x}", titel = "One", size = 1, overlaps = "deny")]
        fn one(&self) -> &str {}
        #[resource(uri_tempalte = "a:/{x}")] async fn two(&self, x: u8) -> String {}
        "#,
    );
    assert_eq!(
        found,
        [
            "`#[resource]` has no `titel`; did you mean `title`?",
            "write `overlaps = \"allow\"`, or leave it out",
            "`uri_template` conflicts with `uri`: give one of them",
            "`size` conflicts with `uri_template`: each member of a family has a size of its own",
            "`one` is not `async`: write `async fn one`",
            "a body is kept after the method has ended: return `String`, or `&'static str`",
            "`#[resource]` has no `uri_tempalte`; did you mean `uri_template`?",
        ]
    );
}

#[test]
fn names_and_addresses_are_unique() {
    let found = faults(
        "",
        r#"
        #[resource(uri = "a:1")] async fn one(&self) -> String {}
        #[resource(uri = "a:1", name = "one")] async fn two(&self) -> String {}
        #[resource(route = X)] async fn x(&self, x: X) -> String {}
        #[bundle(route = X)] async fn y(&self, x: X) -> ReadPlan {}
        "#,
    );
    assert_eq!(
        found,
        [
            "two definitions have the name `one`: give one of them another by `name = \"…\"`",
            "`a:1` is served twice, first by `one`",
            "`X` is served twice, first by `x`",
        ]
    );
}

#[test]
fn what_is_no_inherent_block_is_refused() {
    let item = quote!(
        struct Site;
    );
    assert_eq!(errors(resources(TokenStream::new(), item)), ["`#[resources]` stands on an `impl` block"]);
    let item = quote!(impl Trait for Site { fn f() {} });
    assert_eq!(errors(resources(TokenStream::new(), item)).len(), 1);
    let item = quote!(
        async fn page() {}
    );
    assert!(errors(stray("resource", item))[0].starts_with("`#[resource]` stands on a method"));
}

#[test]
fn an_empty_block_is_served() {
    let tokens = resources(TokenStream::new(), quote!(impl Site { fn other(&self) {} }));
    assert_eq!(errors(tokens), [""; 0]);
}

/// A block of many methods grows with their number, and not with its square.
#[test]
fn expansion_is_linear() {
    let size = |methods: usize| {
        let mut body = String::new();
        for index in 0..methods {
            writeln!(
                body,
                "#[resource(route = R{index})] async fn m{index}(&self, r: R{index}) -> String {{}}"
            )
            .unwrap();
        }
        let tokens = resources(TokenStream::new(), format!("impl Site {{ {body} }}").parse().unwrap());
        tokens.to_string().len()
    };
    let (few, many) = (size(50), size(500));
    assert!(many < few * 11, "{few} bytes for 50 methods, {many} for 500");
}
