//! What a field or a parameter may be, and be called.

use super::*;

struct Names;

#[resources]
impl Names {
    #[resource(uri_template = "n://kw/{type}/{self}/{_}/{Large}")]
    async fn keywords(
        &self,
        r#type: String,
        #[capture("self")] own: String,
        #[capture("_")] mut one: String,
        #[capture("Large")] large: char,
    ) -> String {
        one.push('!');
        format!("{type} {own} {one} {large}")
    }

    #[resource(uri_template = "n://order/{a}/{b}")]
    async fn r#type(&self, b: u8, a: u16) -> String {
        format!("{a} {b}")
    }

    #[resource(uri_template = "n://ignored/{a}")]
    async fn ignored(&self, #[capture("a")] _: u8) -> &'static str {
        "ignored"
    }

    #[resource(uri_template = "n://none")]
    async fn none(&self) -> &'static str {
        "a family of one"
    }
}

#[derive(Debug, PartialEq, Route)]
#[route(uri_template = "n://route/{type}/{self}/{_}")]
struct Keywords {
    r#type: u8,
    #[capture("self")]
    own: Wrapped<Inner>,
    #[capture("_")]
    any: Named,
}

/// A newtype around a newtype, generic.
#[derive(Debug, PartialEq, Capture)]
struct Wrapped<T>(T);

#[derive(Debug, PartialEq, Capture)]
struct Inner(bool);

#[derive(Debug, PartialEq, Capture)]
struct Named {
    only: String,
}

#[tokio::test]
async fn names_need_not_be_rust_names() {
    let gateway = open::<()>(Names);
    assert_eq!(text(&gateway, &(), "n://kw/a/b/c/d").await, "a b c! d");
    assert_eq!(text(&gateway, &(), "n://order/300/3").await, "300 3");
    assert_eq!(text(&gateway, &(), "n://ignored/3").await, "ignored");
    assert_eq!(failure(&gateway, &(), "n://ignored/x").await, ReadFailureKind::BadCapture);
    assert_eq!(text(&gateway, &(), "n://none").await, "a family of one");
    assert_eq!(address(definition(&gateway, "type")), "n://order/{a}/{b}");
}

// U8: the URI of a route matches its template with equal captures.
#[test]
fn a_route_goes_there_and_back() {
    let route = Keywords { r#type: 7, own: Wrapped(Inner(true)), any: Named { only: "ä b".into() } };
    let uri = route.uri().unwrap();
    assert_eq!(uri.as_str(), "n://route/7/true/%C3%A4%20b");
    let definition = Keywords::definition().unwrap();
    let template = definition.address().as_template().unwrap();
    let captures = template.captures(uri.as_ref()).unwrap().unwrap();
    assert_eq!(Keywords::from_captures(captures).unwrap(), route);
    assert!(Keywords { any: Named { only: "a/b".into() }, ..route }.uri().is_err());
}
