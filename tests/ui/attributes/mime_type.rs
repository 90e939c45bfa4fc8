use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", mime_type = "markdown")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
