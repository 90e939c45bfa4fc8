use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://page/{id}", overlaps = "deny")]
    async fn page(&self, id: String) -> String {
        id
    }
}

fn main() {}
