// U1
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://host:x/page")]
    async fn page(&self) -> String {
        String::new()
    }
}

fn main() {}
