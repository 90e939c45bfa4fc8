use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self, id: String) -> String {
        id
    }
}

fn main() {}
