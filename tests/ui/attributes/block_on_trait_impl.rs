use wayleave::prelude::*;

struct Site;

trait Shown {
    async fn about(&self) -> String;
}

#[resources]
impl Shown for Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
