use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", icon(src = "https://example.com/i.png", mime_type = "png"))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
