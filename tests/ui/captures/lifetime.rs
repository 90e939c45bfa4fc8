use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}")]
struct Page<'a> {
    team: &'a str,
    page: String,
}

fn main() {}
