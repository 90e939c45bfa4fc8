use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", overlaps = "allow")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
