//! Names that could be mistaken for others: none of them changes the meaning of the generated code.

use wayleave::prelude::*;

wayleave::manifest!(mod names = inline r#"
wayleave: 1
server: { name: names, version: 1.0.0 }
policy: open
resources:
  - { name: option, uriTemplate: "n:option/{some}", body: { text: option } }
  - { name: string, uriTemplate: "n:string/{none}", body: { text: string } }
  - { name: result, uriTemplate: "n:result/{ok}", handler: true }
  - { name: vec, uriTemplate: "n:vec/{err}", handler: true }
  - { name: box, uriTemplate: "n:box/{r}", handler: true }
  - { name: send, uriTemplate: "n:send/{Upper}", body: { text: send } }
  - { name: future, uriTemplate: "n:future/{captures}/{request}/{handlers}", handler: true }
  - { name: entry, uriTemplate: "n:entry/{caller}/{route}/{table}", handler: true }
  - { name: route, uriTemplate: "n:route/{self_}", body: { text: route } }
  - { name: table, uri: "n:table", body: { text: table } }
  - { name: rows, uri: "n:rows", bundle: ["n:table"] }
  - { name: template, uri: "n:template", handler: true }
  - { name: bindings, uri: "n:bindings", handler: true }
  - { name: limits, uri: "n:limits", handler: true }
  - { name: type, uriTemplate: "n:type/{type}/{gen}/{async}/{try}", handler: true }
  - { name: gen, uri: "n:gen", handler: true }
  - { name: async, uri: "n:async", handler: true }
  - { name: "Größe 2", uri: "n:size", rust: size_2, handler: true }
"#);

// What stands around the module is of no concern to it either.
#[allow(dead_code, reason = "they are there to be mistaken for others")]
mod std {}
#[allow(dead_code, reason = "they are there to be mistaken for others")]
struct Rota;

struct All;

impl names::Handlers for All {
    type Caller = ();

    async fn result(&self, _caller: &(), route: names::Result) -> Result<Payload, ReadError> {
        Ok(Payload::text(route.ok))
    }

    async fn vec(&self, _caller: &(), route: names::Vec) -> Result<Payload, ReadError> {
        Ok(Payload::text(route.err))
    }

    async fn r#box(&self, _caller: &(), route: names::Box) -> Result<Payload, ReadError> {
        Ok(Payload::text(route.r))
    }

    async fn future(&self, _caller: &(), route: names::Future) -> Result<Payload, ReadError> {
        Ok(Payload::text(route.captures + &route.request + &route.handlers))
    }

    async fn entry(&self, _caller: &(), route: names::Entry) -> Result<Payload, ReadError> {
        Ok(Payload::text(route.caller + &route.route + &route.table))
    }

    async fn template(&self, _caller: &()) -> Result<Payload, ReadError> {
        Ok(Payload::text("template"))
    }

    async fn bindings(&self, _caller: &()) -> Result<Payload, ReadError> {
        Ok(Payload::text("bindings"))
    }

    async fn limits(&self, _caller: &()) -> Result<Payload, ReadError> {
        Ok(Payload::text("limits"))
    }

    async fn r#type(&self, _caller: &(), route: names::Type) -> Result<Payload, ReadError> {
        Ok(Payload::text(route.r#type + &route.r#gen + &route.r#async + &route.r#try))
    }

    async fn r#gen(&self, _caller: &()) -> Result<Payload, ReadError> {
        Ok(Payload::text("gen"))
    }

    async fn r#async(&self, _caller: &()) -> Result<Payload, ReadError> {
        Ok(Payload::text("async"))
    }

    async fn size_2(&self, _caller: &()) -> Result<Payload, ReadError> {
        Ok(Payload::text("size"))
    }
}

#[tokio::test]
async fn no_name_is_mistaken() {
    let gateway = Gateway::builder(OpenPolicy::new()).resources(names::bindings(All)).build().unwrap();
    let cases = [
        ("n:option/x", "option"),
        ("n:string/x", "string"),
        ("n:result/x", "x"),
        ("n:vec/x", "x"),
        ("n:box/x", "x"),
        ("n:send/x", "send"),
        ("n:future/a/b/c", "abc"),
        ("n:entry/a/b/c", "abc"),
        ("n:route/x", "route"),
        (names::TABLE, "table"),
        (names::ROWS, "table"),
        (names::TEMPLATE, "template"),
        (names::BINDINGS, "bindings"),
        (names::LIMITS, "limits"),
        ("n:type/a/b/c/d", "abcd"),
        (names::GEN, "gen"),
        (names::ASYNC, "async"),
    ];
    for (uri, text) in cases {
        assert_eq!(crate::text(&gateway, &(), uri).await, text, "{uri}");
    }
    assert_eq!(names::Send { Upper: "x".into() }.uri().unwrap().as_str(), "n:send/x");
}
