// G15
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", meta("go.phpboyscout.uk/mcp.resourceRead" = true))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
