use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", size = -4)]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
