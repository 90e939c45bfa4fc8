// A mistake in a route is none of those who use it.
use wayleave::prelude::*;

#[derive(Capture)]
struct Slug(String);

#[derive(Route)]
#[route(uri_template = "site://page/{slug}", titel = "Page")]
struct Page {
    slug: Slug,
}

struct Site;

#[resources]
impl Site {
    #[resource(route = Page, complete(slug = Self::slugs))]
    async fn page(&self, page: Page) -> String {
        page.slug.0
    }

    async fn slugs(&self, _request: CompletionRequest<'_>) -> Vec<String> {
        Vec::new()
    }
}

fn main() {
    let page = Page { slug: Slug("a".to_owned()) };
    let _ = (page.uri(), page.target(), Page::definition());
    let _ = Gateway::builder(OpenPolicy::<()>::new()).resources(Site).build();
}
