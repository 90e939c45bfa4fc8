use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}")]
struct Page {
    team: String,
    page: String,
    paragraph: String,
}

fn main() {}
