use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", icon(theme = "dark"))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
