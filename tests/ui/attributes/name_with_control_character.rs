use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", name = "a\u{7}")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
