// So is a capture.
use wayleave::prelude::*;

#[derive(Capture)]
struct Slug(String String);

#[derive(Route)]
#[route(uri_template = "site://page/{slug}")]
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
    let uris = |page: Page| (page.uri(), page.target(), Page::definition());
    drop(uris);
    let _ = Gateway::builder(OpenPolicy::<()>::new()).resources(Site).build();
}
