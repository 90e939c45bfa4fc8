use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", annotations(priority = "high"))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
