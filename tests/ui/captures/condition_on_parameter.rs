use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://team/{team}/page/{page}")]
    async fn page(&self, team: String, #[cfg(all())] page: String) -> String {
        drop((team, page));
        String::new()
    }
}

fn main() {}
