use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", uri_template = "site://about/{id}")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
