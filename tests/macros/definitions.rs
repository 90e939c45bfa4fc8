//! Everything that an attribute can say of a definition.

use super::*;

/// Not this: the attribute says another.
#[derive(Route)]
#[route(
    uri_template = "d://page/{id}?lang=en",
    name = "pages",
    title = "Pages",
    description = "All pages.",
    mime_type = "text/html; charset=utf-8",
    annotations(audience("user", "assistant"), priority = 0.9, last_modified = "2026-01-31T09:00:00Z"),
    icon(src = "https://example.com/a.png", mime_type = "image/png", sizes("48x48", "any"), theme = "dark"),
    icon(src = "data:,"),
    meta(text = "t", whole = 7, negative = -7, float = 0.5, yes = true, "example.com/key" = "k"),
    cache(ttl = "5m", scope = "public"),
    overlaps = "allow"
)]
struct WeeklyPage {
    id: String,
}

/// One line.
///
///  - and a list
#[derive(Route)]
#[route(uri_template = "d://plain/{id}")]
#[route(meta = r#"{ "deep": { "list": [1, null, "x", -2.5] } }"#)]
struct PlainHTTPPage {
    id: String,
}

struct Concrete;

#[resources]
impl Concrete {
    #[resource(
        uri = "d://one#part",
        size = 1024,
        annotations(priority = 1),
        cache(scope = "private", ttl = "0"),
        title = "One"
    )]
    async fn one(&self) -> &'static str {
        "one"
    }
}

#[test]
fn a_route_says_everything() {
    let definition = WeeklyPage::definition().unwrap();
    let expected = serde_json::json!({
        "uriTemplate": "d://page/{id}?lang=en",
        "name": "pages",
        "title": "Pages",
        "description": "All pages.",
        "mimeType": "text/html; charset=utf-8",
        "annotations": {
            "audience": ["user", "assistant"], "priority": 0.9, "lastModified": "2026-01-31T09:00:00Z",
        },
        "icons": [
            { "src": "https://example.com/a.png", "mimeType": "image/png", "sizes": ["48x48", "any"], "theme": "dark" },
            { "src": "data:," },
        ],
        "_meta": {
            "text": "t", "whole": 7, "negative": -7, "float": 0.5, "yes": true, "example.com/key": "k",
        },
    });
    assert_eq!(serde_json::to_value(&definition).unwrap(), expected);
    assert!(definition.allows_overlaps());
    let cache = definition.cache().unwrap();
    assert_eq!(cache.ttl, std::time::Duration::from_secs(300));
    assert_eq!(cache.scope, wayleave::model::CacheScope::Public);
}

#[test]
fn defaults_come_from_the_item() {
    let definition = PlainHTTPPage::definition().unwrap();
    let expected = serde_json::json!({
        "uriTemplate": "d://plain/{id}",
        "name": "plain_httppage",
        "description": "One line.\n\n - and a list",
        "_meta": { "deep": { "list": [1, null, "x", -2.5] } },
    });
    assert_eq!(serde_json::to_value(&definition).unwrap(), expected);
    assert!(!definition.allows_overlaps());
    assert_eq!(definition.cache(), None);
}

#[test]
fn a_method_says_everything() {
    let gateway = open::<()>(Concrete);
    let expected = serde_json::json!({
        "uri": "d://one#part", "name": "one", "title": "One", "size": 1024, "annotations": { "priority": 1.0 },
    });
    assert_eq!(serde_json::to_value(definition(&gateway, "one")).unwrap(), expected);
    assert_eq!(definition(&gateway, "one").cache(), Some(wayleave::model::Cache::default()));
}
