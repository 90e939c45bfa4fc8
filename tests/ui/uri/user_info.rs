// U1
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://ann@host/page")]
    async fn page(&self) -> String {
        String::new()
    }
}

fn main() {}
