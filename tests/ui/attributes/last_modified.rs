use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", annotations(last_modified = "yesterday"))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
