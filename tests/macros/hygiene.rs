//! Generated code means what it says, whatever the user calls things, and wherever the crate is.

use super::{definition, failure, open, text};

/// Where a library re-exports the crate under a name of its own.
mod library {
    pub(super) mod nested {
        pub(in super::super) use ::wayleave as ours;
    }
}

mod hostile {
    #![allow(dead_code, non_camel_case_types, reason = "these names are there to be in the way")]

    use super::library::nested::ours::prelude::{CompletionRequest, Route as _};

    // Every name that generated code could mean.
    pub(super) struct String;
    pub(super) struct Vec;
    pub(super) struct Box;
    pub(super) struct Arc;
    pub(super) struct Option;
    pub(super) struct Result;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Ok;
    pub(super) struct Err;
    pub(super) struct Cow;
    pub(super) struct Method;
    pub(super) struct Uri;
    pub(super) struct Definition;
    pub(super) struct Bindings;
    pub(super) trait Send {}
    pub(super) trait Sync {}
    pub(super) trait From {}
    pub(super) trait Into {}
    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod alloc {}
    pub(super) mod wayleave {}
    pub(super) struct str;
    pub(super) struct u64;
    pub(super) struct f64;
    pub(super) struct bool;

    #[derive(super::library::nested::ours::Route)]
    #[route(
        uri_template = "h://route/{captures}",
        crate = super::library::nested::ours,
    )]
    #[cfg(any())]
    struct NotThere;

    #[derive(super::library::nested::ours::Route)]
    #[route(
        uri_template = "h://route/{captures}",
        crate = super::library::nested::ours,
        annotations(priority = 0.5, audience("user")),
        icon(src = "data:,"),
        cache(ttl = "5s"),
        meta(a = 1)
    )]
    pub(super) struct Route {
        pub(super) captures: Capture,
    }

    #[derive(super::library::nested::ours::Capture)]
    #[capture(crate = super::library::nested::ours)]
    pub(super) struct Capture(pub(super) ::std::string::String);

    pub(super) struct Site;

    /// Methods and parameters are called as the generated code's own variables.
    #[super::library::nested::ours::resources(crate = super::library::nested::ours)]
    impl Site {
        #[resource(uri_template = "h://site/{state}/{request}/{value}/{error}/{bindings}", complete(state = Self::complete))]
        async fn bind(
            &self,
            state: Capture,
            request: Capture,
            value: Capture,
            error: Capture,
            bindings: Capture,
        ) -> ::std::string::String {
            [state.0, request.0, value.0, error.0, bindings.0].concat()
        }

        #[resource(route = Route)]
        async fn read(&self, route: Route) -> ::std::string::String {
            route.captures.0
        }

        async fn complete(&self, _request: CompletionRequest<'_>) -> ::std::vec::Vec<::std::string::String> {
            ::std::vec::Vec::new()
        }
    }

    pub(super) fn uri() -> ::std::string::String {
        Route { captures: Capture("x".to_owned()) }.uri().unwrap().to_string()
    }
}

/// The same out of the hands of another macro, with every part of it.
macro_rules! site {
    ($site:ident, $route:ident { $field:ident: $type:ty }, $template:literal, $doc:literal, $method:ident($parameter:ident)) => {
        #[derive(wayleave::Route)]
        #[route(uri_template = $template, title = $doc)]
        #[doc = $doc]
        struct $route {
            $field: $type,
        }

        struct $site;

        #[wayleave::resources(caller = $type)]
        impl $site {
            #[resource(route = $route)]
            async fn routed(&self, caller: &$type, route: $route) -> String {
                format!("{caller} {}", route.$field)
            }

            #[doc = $doc]
            #[wayleave::resource(uri_template = "m://inline/{parameter}", complete(parameter = Self::complete))]
            async fn $method(&self, $parameter: $type) -> String {
                $parameter.to_string()
            }

            async fn complete(&self, caller: &$type, _request: wayleave::prelude::CompletionRequest<'_>) -> Vec<String> {
                vec![caller.to_string()]
            }
        }
    };
}

site!(Made, MadeRoute { id: u8 }, "m://made/{id}", "Made by a macro.", made(parameter));

#[tokio::test]
async fn no_name_is_in_the_way() {
    let gateway = open::<()>(hostile::Site);
    assert_eq!(text(&gateway, &(), "h://site/a/b/c/d/e").await, "abcde");
    assert_eq!(text(&gateway, &(), "h://route/x").await, "x");
    assert_eq!(hostile::uri(), "h://route/x");
}

#[tokio::test]
async fn macros_may_write_it() {
    let gateway = open(Made);
    assert_eq!(text(&gateway, &3, "m://made/7").await, "3 7");
    assert_eq!(text(&gateway, &3, "m://inline/7").await, "7");
    let failure = failure(&gateway, &3, "m://inline/x").await;
    assert_eq!(failure, wayleave::resource::ReadFailureKind::BadCapture);
    assert_eq!(definition(&gateway, "made").description(), Some("Made by a macro."));
    assert_eq!(definition(&gateway, "made_route").title(), Some("Made by a macro."));
    let values = gateway.complete(&3, "m://inline/{parameter}", "parameter", "", &[]).await.unwrap();
    assert_eq!(values.values(), ["3"]);
}
