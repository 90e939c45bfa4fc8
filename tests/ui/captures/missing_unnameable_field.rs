use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/{self}")]
struct Page {
    team: String,
}

fn main() {}
