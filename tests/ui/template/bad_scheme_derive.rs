// U1
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "1site://host/{id}")]
struct Page { id: String }

fn main() {}
