use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", annotations(priority = 1.5))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
