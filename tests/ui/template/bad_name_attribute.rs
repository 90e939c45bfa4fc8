// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://host/{page-id}")]
    async fn page(&self, page_id: String) -> String {
        page_id
    }
}

fn main() {}
