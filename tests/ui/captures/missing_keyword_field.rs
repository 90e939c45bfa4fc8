use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/{type}")]
struct Page {
    team: String,
}

fn main() {}
