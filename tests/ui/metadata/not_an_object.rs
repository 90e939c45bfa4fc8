use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", meta = "[1]")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
