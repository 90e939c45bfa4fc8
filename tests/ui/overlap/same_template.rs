// U7, G2
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://team/{id}")]
    async fn team(&self, id: String) -> String {
        id
    }

    #[resource(uri_template = "site://team/{id}")]
    async fn again(&self, id: String) -> String {
        id
    }
}

fn main() {}
