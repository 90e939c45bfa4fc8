// U1
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://host/{id}/two words")]
    async fn page(&self, id: String) -> String {
        id
    }
}

fn main() {}
