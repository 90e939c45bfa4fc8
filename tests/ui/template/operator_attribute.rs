// U3
use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://host/{+path}")]
    async fn page(&self, path: String) -> String {
        path
    }
}

fn main() {}
