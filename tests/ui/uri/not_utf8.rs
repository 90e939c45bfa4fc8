// U1
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://host/%ff")]
    async fn page(&self) -> String {
        String::new()
    }
}

fn main() {}
