use wayleave::prelude::*;

struct Site {
    text: String,
}

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> &str {
        &self.text
    }
}

fn main() {}
