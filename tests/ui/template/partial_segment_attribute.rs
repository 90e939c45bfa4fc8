// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://host/v{major}")]
    async fn page(&self, major: String) -> String {
        major
    }
}

fn main() {}
