use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}")]
union Page {
    team: u8,
    page: u8,
}

fn main() {}
