// G2
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> &'static str {
        "about"
    }

    #[resource(uri = "site://about")]
    async fn again(&self) -> &'static str {
        "again"
    }
}

fn main() {}
