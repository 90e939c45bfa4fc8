use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}")]
enum Page {
    One,
}

fn main() {}
