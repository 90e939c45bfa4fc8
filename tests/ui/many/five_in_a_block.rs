// Five mistakes that have nothing to do with each other give five errors, and no other.
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "weather://{city}/now")]
    async fn weather(&self, city: String) -> String {
        city
    }

    #[resource(uri = "site://about", mime_typ = "text/plain")]
    async fn about(&self) -> &'static str {
        "about"
    }

    #[resource(uri_template = "site://page/{slug}")]
    async fn page(&self, slgu: String) -> String {
        slgu
    }

    #[resource(uri = "site://news")]
    fn news(&self) -> &'static str {
        "news"
    }

    #[resource(uri = "site://today", cache(ttl = "soon"))]
    async fn today(&self) -> &'static str {
        "today"
    }

    /// Nothing is wrong here.
    #[resource(uri_template = "site://right/{id}")]
    async fn right(&self, id: u32) -> String {
        id.to_string()
    }
}

fn main() {
    let site = Site;
    drop(site.right(1));
    let _ = Gateway::builder(OpenPolicy::<()>::new()).resources(site);
}
