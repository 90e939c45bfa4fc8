// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://host/{z}/{z}")]
    async fn page(&self, z: String) -> String {
        z
    }
}

fn main() {}
