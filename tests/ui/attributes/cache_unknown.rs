use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", cache(tll = "5s"))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
