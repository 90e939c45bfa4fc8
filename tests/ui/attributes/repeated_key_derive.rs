use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}", title = "One")]
#[route(title = "Two")]
struct Page {
    team: String,
    page: String,
}

fn main() {}
