use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}", size = 4)]
struct Page {
    team: String,
    page: String,
}

fn main() {}
