// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "weather://{city}/now")]
    async fn page(&self, city: String) -> String {
        city
    }
}

fn main() {}
