//! Bundles, handlers, and the gateway as a whole.

use std::time::Duration;

use crate::site::{Site, failure, issues, items, manifest, not_found, text};
use wayleave_bodies::{
    BodiesError, Handlers, ManifestResources,
    wayleave::{
        model::{Cache, CacheScope},
        prelude::*,
        resource::{BuildError, IssueCode, PlanFault, ReadFailureKind as Kind},
    },
};

const TEAM: &str = "  - name: welcome
    uri: staff://welcome
    cache: { ttl: 5m, scope: public }
    body: { text: Welcome }
  - name: page
    uriTemplate: staff://page/{slug}
    body: { store: docs, path: 'pages/{slug}.md' }
  - name: greeting
    uriTemplate: staff://greet/{who}
    body: { template: 'Hello, {{ who }}.' }
  - name: rota
    uriTemplate: staff://rota/{week}
    captures: { week: { type: u8 } }
    body: { template: 'Week {{ week + 1 }}' }
  - name: onboarding
    uriTemplate: staff://team/{team}/{who}
    cache: { ttl: 1h, scope: public }
    bundle: [staff://welcome, 'staff://page/{team}', 'staff://greet/{who}', 'staff://rota/{who}']
  - name: none
    uri: staff://none
    bundle: []
";

// U8, G5, G14
#[tokio::test]
async fn a_bundle_gives_its_items_in_order_with_its_captures() {
    let site = Site::new(&[("pages/a b.md", b"# A B")]);
    let gateway = site.gateway("", TEAM);
    let bundle = gateway.read(&(), "staff://team/a%20b/7").await.unwrap();
    assert!(!bundle.is_partial(), "{:?}", bundle.issues());
    assert_eq!(
        items(&bundle),
        [
            ("staff://welcome", "Welcome"),
            ("staff://page/a%20b", "# A B"),
            ("staff://greet/7", "Hello, 7."),
            ("staff://rota/7", "Week 8"),
        ]
    );
    assert_eq!(bundle.items()[1].mime_type(), "text/markdown");
    assert_eq!(bundle.cache(), Cache { ttl: Duration::from_secs(3600), scope: CacheScope::Public });
}

// G13, G14, U6
#[tokio::test]
async fn an_item_that_fails_leaves_the_others() {
    let site = Site::new(&[("pages/crew.md", b"# Crew")]);
    let gateway = site.gateway("", TEAM);
    // The capture of the fourth item does not parse as its type; that of the bundle has no type.
    let bundle = gateway.read(&(), "staff://team/crew/Anna").await.unwrap();
    assert_eq!(
        items(&bundle),
        [
            ("staff://welcome", "Welcome"),
            ("staff://page/crew", "# Crew"),
            ("staff://greet/Anna", "Hello, Anna.")
        ]
    );
    assert_eq!(issues(&bundle), [(IssueCode::ReadFailed, "staff://rota/Anna")]);
    assert_eq!(bundle.cache(), Cache::default());

    let bundle = gateway.read(&(), "staff://team/gone/1").await.unwrap();
    assert_eq!(issues(&bundle), [(IssueCode::ReadFailed, "staff://page/gone")]);
    let warning = bundle.items()[0].body().as_text().unwrap();
    assert!(warning.starts_with("Incomplete bundle.\n"));
    // G18: neither where the store is nor what the system said.
    assert!(!warning.contains("pages/") && !warning.contains("os error"), "{warning}");
}

// G12
#[tokio::test]
async fn an_empty_bundle_is_complete() {
    let bundle = Site::new(&[]).gateway("", TEAM).read(&(), "staff://none").await.unwrap();
    assert!(bundle.items().is_empty() && !bundle.is_partial());
}

// G5
#[tokio::test]
async fn captures_that_make_two_items_one_are_an_invalid_plan() {
    let site = Site::new(&[]);
    let entries = "  - name: page\n    uriTemplate: s://page/{slug}\n    body: { template: '{{ slug }}' }\n  - name: both\n    uriTemplate: s://both/{slug}\n    bundle: [s://page/first, 's://page/{slug}']\n";
    let gateway = site.gateway("", entries);
    assert_eq!(items(&gateway.read(&(), "s://both/second").await.unwrap()).len(), 2);
    let failed = failure(&gateway, "s://both/first").await;
    assert_eq!(*failed.kind(), Kind::InvalidPlan(PlanFault::DuplicateItem));
}

// G5, G19
#[tokio::test]
async fn an_item_whose_uri_becomes_too_long_is_an_invalid_plan() {
    let site = Site::new(&[]);
    let entries = "  - name: page\n    uriTemplate: s://page/{slug}\n    body: { text: page }\n  - name: one\n    uriTemplate: s://1/{slug}\n    bundle: ['s://page/{slug}']\n";
    let gateway = site.gateway("maxUriBytes: 51", entries);
    assert_eq!(items(&gateway.read(&(), &format!("s://1/{}", "a".repeat(42))).await.unwrap()).len(), 1);
    let failed = failure(&gateway, &format!("s://1/{}", "a".repeat(43))).await;
    assert_eq!(*failed.kind(), Kind::InvalidPlan(PlanFault::UriTooLong));
}

const HANDLED: &str = "  - name: page
    uri: s://page
    body: { text: page }
  - name: rota
    uriTemplate: s://rota/{week}
    handler: true
  - name: fleet
    uri: s://fleet
    handler: true
";

/// Says who asks.
struct WhoAsks;

impl Binding<String> for WhoAsks {
    async fn resolve(&self, _caller: &String, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, caller: &String, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        Ok(Payload::text(format!("{} for {caller}", request.definition().name())))
    }
}

#[test]
fn handlers_that_are_missing_are_named() {
    let site = Site::new(&[]);
    let error = site.try_gateway("", HANDLED).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`handler: true` needs a handler written in Rust, and there is none for \"rota\", \"fleet\""
    );
    let BodiesError::MissingHandlers { entries } = error else { panic!("{error:?}") };
    assert_eq!(entries, ["rota".into(), "fleet".into()]);
}

#[tokio::test]
async fn handlers_are_bound_to_their_entries() {
    let site = Site::new(&[]);
    let manifest = manifest("", HANDLED);
    let handlers = Handlers::new().bind("fleet", WhoAsks).bind("rota", WhoAsks);
    let resources = ManifestResources::with_handlers(&manifest, site.path(), handlers).unwrap();
    let gateway = Gateway::builder(OpenPolicy::new()).resources(resources).build().unwrap();
    let names: Vec<_> = gateway.definitions().iter().map(Definition::name).collect();
    assert_eq!(names, ["page", "rota", "fleet"]);
    let anna = "Anna".to_owned();
    for (uri, expected) in
        [("s://fleet", "fleet for Anna"), ("s://rota/7", "rota for Anna"), ("s://page", "page")]
    {
        let bundle = gateway.read(&anna, uri).await.unwrap();
        assert_eq!(bundle.items()[0].body().as_text(), Some(expected));
    }
}

#[test]
fn handlers_without_an_entry_are_named() {
    let site = Site::new(&[]);
    let manifest = manifest("", HANDLED);
    let both = || Handlers::new().bind("fleet", WhoAsks).bind("rota", WhoAsks);
    for (handlers, unknown) in [
        (both().bind("page", WhoAsks), "page"),
        (both().bind("flete", WhoAsks), "flete"),
        (both().bind("rota", WhoAsks), "rota"),
    ] {
        let error = ManifestResources::with_handlers(&manifest, site.path(), handlers).unwrap_err();
        assert!(matches!(&error, BodiesError::UnknownHandler { name } if **name == *unknown), "{error:?}");
    }
}

// G19
#[tokio::test]
async fn the_limits_are_the_manifests() {
    let site = Site::new(&[]);
    let gateway = site
        .gateway("maxUriBytes: 51", "  - name: page\n    uriTemplate: s://p/{x}\n    body: { text: page }\n");
    assert_eq!(gateway.limits().max_uri_bytes, 51);
    let longest = format!("s://p/{}", "a".repeat(45));
    assert_eq!(text(&gateway, &longest).await, "page");
    assert_eq!(*failure(&gateway, &format!("{longest}a")).await.kind(), Kind::UriTooLong);
}

// G29
#[test]
fn a_public_cache_needs_an_open_policy() {
    struct Closed;

    impl Policy for Closed {
        type Caller = ();

        async fn discover(&self, _: &(), _: &Definition) -> Result<(), Failure> {
            Ok(())
        }
        async fn visibility(&self, _: &(), _: &Target) -> Result<Visibility, Failure> {
            Ok(Visibility::Visible)
        }
        async fn read(&self, _: &(), _: &Target) -> Result<(), Failure> {
            Ok(())
        }
        fn scope_key(&self, _: &()) -> ScopeKey {
            ScopeKey::new("closed")
        }
    }

    let site = Site::new(&[]);
    let resources = ManifestResources::new(&manifest("", TEAM), site.path()).unwrap();
    let error = Gateway::builder(Closed).resources(resources).build().unwrap_err();
    assert_eq!(error, BuildError::PublicCache { name: "welcome".into() });
}

#[tokio::test]
async fn what_no_entry_serves_is_not_found() {
    assert_eq!(not_found(&Site::new(&[]).gateway("", TEAM), "staff://nothing").await, Kind::NoMatch);
}

// U8, G5: the URI by which an entry knows a typed value is that of a bundle's item, too.
#[tokio::test]
async fn an_item_has_one_spelling_however_the_bundle_writes_it() {
    let site = Site::new(&[("1.txt", b"one"), ("2.txt", b"two"), ("02.txt", b"never read")]);
    let gateway = site.gateway(
        "",
        "  - name: chapter
    uriTemplate: t://chapter/{n}
    captures: { n: { type: u8 } }
    body: { store: docs, path: '{n}.txt' }
  - name: pair
    uriTemplate: t://pair/{n}
    bundle: ['t://chapter/+1', 't://chapter/{n}']
",
    );
    let bundle = gateway.read(&(), "t://pair/02").await.unwrap();
    assert_eq!(items(&bundle), [("t://chapter/1", "one"), ("t://chapter/2", "two")]);
    assert!(gateway.read(&(), "t://pair/01").await.is_err(), "one item is there twice");
}
