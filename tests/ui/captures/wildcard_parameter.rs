use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://team/{team}/page/{page}")]
    async fn page(&self, team: String, _: String) -> String {
        drop((team, _));
        String::new()
    }
}

fn main() {}
