use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://team/{team}/page/{page}")]
    async fn page(&self, team: String, pgae: String) -> String {
        drop((team, pgae));
        String::new()
    }
}

fn main() {}
