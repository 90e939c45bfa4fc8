use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    #[bundle(uri = "site://all")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
