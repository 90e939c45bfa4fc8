use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}")]
struct Page {
    team: String,
    #[capture(page)]
    page: String,
}

fn main() {}
