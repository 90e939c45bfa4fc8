use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about" title = "About")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
