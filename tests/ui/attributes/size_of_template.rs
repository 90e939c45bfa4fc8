use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://page/{id}", size = 4)]
    async fn page(&self, id: String) -> String {
        id
    }
}

fn main() {}
