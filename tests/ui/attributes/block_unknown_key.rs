use wayleave::prelude::*;

struct Site;

#[resources(calller = u8)]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
