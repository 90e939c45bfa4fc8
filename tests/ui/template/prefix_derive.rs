// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{id:3}")]
struct Page { id: String }

fn main() {}
