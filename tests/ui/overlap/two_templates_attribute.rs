// U7
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://team/{id}/info")]
    async fn team(&self, id: String) -> String {
        id
    }

    #[resource(uri_template = "site://team/admin/{page}")]
    async fn admin(&self, page: String) -> String {
        page
    }
}

fn main() {}
