use wayleave::prelude::*;

struct Site;

#[resources]
trait Served {
    #[resource(uri = "site://about")]
    async fn about(&self) -> &'static str {
        "about"
    }

    #[resource(uri = "site://news")]
    async fn news(&self) -> &'static str {
        "news"
    }
}

impl Served for Site {}

fn main() {}
