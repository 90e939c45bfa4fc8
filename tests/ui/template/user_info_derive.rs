// U1
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://ann@host/{id}")]
struct Page { id: String }

fn main() {}
