// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://host/{}")]
    async fn page(&self) -> String {
        String::new()
    }
}

fn main() {}
