// U2
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "MCP-warning://read/{id}")]
    async fn page(&self, id: String) -> String {
        id
    }
}

fn main() {}
