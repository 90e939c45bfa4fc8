use wayleave::prelude::*;

#[derive(Route)]
struct Page {
    id: String,
}

fn main() {}
