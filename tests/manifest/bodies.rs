//! Bodies of every kind, by the crate that reads them.

use std::path::Path;

use wayleave_bodies::wayleave::prelude::*;

wayleave_bodies::manifest!("manifest/site/site.yaml");

struct Reader;

impl site::Handlers for Reader {
    type Caller = ();

    async fn rota(&self, _caller: &(), route: site::Rota) -> Result<Payload, ReadError> {
        Ok(Payload::text(route.week.to_string()))
    }
}

fn base() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/manifest/site"))
}

#[tokio::test]
async fn all_bodies_are_read() {
    let resources = site::bindings(Reader, base()).unwrap();
    let gateway =
        Gateway::builder(OpenPolicy::new()).resources(resources).limits(site::limits()).build().unwrap();
    let bundle = gateway.read(&(), site::ALL).await.unwrap();
    assert_eq!(
        crate::items(&bundle),
        [("site://page/leave", "# Leave\n"), ("site://greet/Anna", "Hello, Anna."), ("site://rota/49", "49")]
    );
    let page = site::Page { slug: "leave".into() };
    assert_eq!(crate::text(&gateway, &(), page.uri().unwrap().as_str()).await, "# Leave\n");
    let completion = gateway.complete(&(), "site://rota/{week}", "week", "", &[]).await.unwrap();
    assert_eq!(completion.values(), ["48", "49"]);
}

#[test]
fn a_store_that_is_not_there_is_an_error() {
    assert!(site::bindings(Reader, base().join("nowhere")).is_err());
}
