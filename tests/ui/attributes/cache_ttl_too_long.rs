use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", cache(ttl = "9999999999h"))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
