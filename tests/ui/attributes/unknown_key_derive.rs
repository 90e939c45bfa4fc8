use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}", mime = "text/plain")]
struct Page {
    team: String,
    page: String,
}

fn main() {}
