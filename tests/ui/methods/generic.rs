use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about<T: Default>(&self) -> String {
        String::new()
    }
}

fn main() {}
