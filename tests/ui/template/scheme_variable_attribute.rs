// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "{scheme}://host/page")]
    async fn page(&self, scheme: String) -> String {
        scheme
    }
}

fn main() {}
