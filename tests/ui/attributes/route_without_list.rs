use wayleave::prelude::*;

#[derive(Route)]
#[route = "site://page/{id}"]
struct Page {
    id: String,
}

fn main() {}
