// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://host/page{?q,limit}")]
    async fn page(&self, q: String, limit: String) -> String {
        drop((q, limit));
        String::new()
    }
}

fn main() {}
