// A mistake in a signature is told where it is, and by no other method.
use wayleave::prelude::*;

struct User;

struct Site;

#[resources(caller = User)]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> &'static str {
        "about"
    }

    #[resource(uri_template = "site://page/{slug}", complete(slug = Self::slugs))]
    async fn page(&self, _user: &User _slug_of: u8, slug: String) -> String {
        slug
    }

    #[bundle(uri_template = "site://pages/{slug}")]
    async fn pages(&self, _user: &User, slug: String) -> Result<ReadPlan, PlanError> {
        drop(slug);
        ReadPlan::of([])
    }

    async fn slugs(&self, _request: CompletionRequest<'_>) -> Vec<String> {
        Vec::new()
    }
}

async fn read(site: Site) {
    let _ = site.about().await;
    let _ = Gateway::builder(OpenPolicy::new()).resources(site).build();
}

fn main() {
    drop(read(Site));
}
