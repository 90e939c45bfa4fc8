// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://host/{name}.json")]
    async fn page(&self, name: String) -> String {
        name
    }
}

fn main() {}
