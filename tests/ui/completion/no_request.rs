use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://page/{id}", complete(id = Self::ids))]
    async fn page(&self, id: String) -> String {
        id
    }

    async fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

fn main() {}
