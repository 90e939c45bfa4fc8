use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource = "site://about"]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
