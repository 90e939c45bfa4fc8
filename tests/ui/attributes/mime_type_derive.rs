use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}", mime_type = "text")]
struct Page {
    team: String,
    page: String,
}

fn main() {}
