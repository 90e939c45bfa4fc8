use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> u32 {
        7
    }
}

fn main() {}
