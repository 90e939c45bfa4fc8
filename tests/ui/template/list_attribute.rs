// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://host/{a,b}")]
    async fn page(&self, a: String, b: String) -> String {
        drop((a, b));
        String::new()
    }
}

fn main() {}
