// What is no item costs the block nothing else.
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
    async fn page(&self, _user: &User, slug: String) -> String {
        slug
    }

    #[bundle(uri_template = "site://pages/{slug}")]
    async fn pages(&self, _user: &User, slug: String) -> Result<ReadPlan, PlanError> {
        drop(slug);
        ReadPlan::of([])
    }

    let slugs = 7;

    async fn slugs(&self, _request: CompletionRequest<'_>) -> Vec<String> {
        Vec::new()
    }
}

async fn read(site: Site) {
    let _ = site.about().await;
    let _ = site.page(&User, "a".to_owned()).await;
    let _ = Gateway::builder(OpenPolicy::new()).resources(site).build();
}

fn main() {
    drop(read(Site));
}
