use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://page/{id}", crate = "wayleave")]
struct Page {
    id: String,
}

fn main() {}
