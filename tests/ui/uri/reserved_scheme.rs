// U2
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "mcp-warning://read/page")]
    async fn page(&self) -> String {
        String::new()
    }
}

fn main() {}
