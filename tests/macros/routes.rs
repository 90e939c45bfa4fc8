//! Overlaps that are allowed, and those that are none (U5, U7).

use super::*;

mod other {
    use wayleave::prelude::*;

    #[derive(Route)]
    #[route(uri_template = "r://h/{a}/x", overlaps = "allow")]
    pub(crate) struct Allowed {
        pub(crate) a: String,
    }
}

#[derive(Route)]
#[route(uri_template = "r://h/y/{b}")]
struct Plain {
    b: String,
}

#[derive(Route)]
#[route(uri_template = "r://h/{b}/z")]
struct Apart {
    b: String,
}

/// A variable takes no empty segment, and a query is literal.
#[derive(Route)]
#[route(uri_template = "r://h/{b}/z?q")]
struct Query {
    b: String,
}

#[derive(Route)]
#[route(uri_template = "r:{b}")]
struct Rootless {
    b: String,
}

#[derive(Route)]
#[route(uri_template = "r:///{b}")]
struct EmptyAuthority {
    b: String,
}

wayleave::assert_disjoint!(other::Allowed, Plain);
wayleave::assert_disjoint!(other::Allowed, Apart, Query, Rootless, EmptyAuthority);

struct Site;

#[resources]
impl Site {
    #[resource(route = other::Allowed)]
    async fn allowed(&self, route: other::Allowed) -> String {
        route.a
    }

    #[resource(route = Plain)]
    async fn plain(&self, route: Plain) -> String {
        route.b
    }

    #[resource(route = Query)]
    async fn query(&self, route: Query) -> String {
        route.b
    }

    #[resource(route = Rootless)]
    async fn rootless(&self, route: Rootless) -> String {
        route.b
    }

    #[resource(route = EmptyAuthority)]
    async fn empty_authority(&self, route: EmptyAuthority) -> String {
        route.b
    }

    /// A concrete URI inside a family is no overlap.
    #[resource(uri = "r://h/y/exact")]
    async fn exact(&self) -> &'static str {
        "exact"
    }

    #[resource(uri_template = "r://h/{a}/{b}/{c}", overlaps = "allow")]
    async fn wide(&self, a: String, b: String, c: String) -> String {
        a + &b + &c
    }

    #[resource(uri_template = "r://h/k/{b}/{c}")]
    async fn narrow(&self, b: String, c: String) -> String {
        b + &c
    }
}

#[tokio::test]
async fn overlaps_are_answered_at_the_request() {
    let gateway = open::<()>(Site);
    assert_eq!(text(&gateway, &(), "r://h/y/exact").await, "exact");
    assert_eq!(text(&gateway, &(), "r://h/y/other").await, "other");
    assert_eq!(text(&gateway, &(), "r://h/a/b/c").await, "abc");
    assert_eq!(failure(&gateway, &(), "r://h/y/x").await, ReadFailureKind::Ambiguous);
    assert_eq!(failure(&gateway, &(), "r://h/k/b/c").await, ReadFailureKind::Ambiguous);
    let routes = [
        Query { b: "q".into() }.target().unwrap(),
        Rootless { b: "q".into() }.target().unwrap(),
        EmptyAuthority { b: "q".into() }.target().unwrap(),
    ];
    for target in routes {
        assert_eq!(text(&gateway, &(), target.uri().as_str()).await, "q", "{target:?}");
    }
    assert_eq!(Apart { b: "q".into() }.uri().unwrap().as_str(), "r://h/q/z");
}
