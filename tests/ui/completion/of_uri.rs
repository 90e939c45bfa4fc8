use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", complete(id = Self::ids))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
