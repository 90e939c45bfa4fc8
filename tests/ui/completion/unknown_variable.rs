use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://page/{id}", complete(idd = Self::ids))]
    async fn page(&self, id: String) -> String {
        id
    }

    async fn ids(&self, _request: CompletionRequest<'_>) -> Vec<String> {
        Vec::new()
    }
}

fn main() {}
