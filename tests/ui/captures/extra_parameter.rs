use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://team/{team}/page/{page}")]
    async fn page(&self, team: String, page: String, paragraph: String) -> String {
        drop((team, page, paragraph));
        String::new()
    }
}

fn main() {}
