// U1
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host:x/{id}")]
struct Page { id: String }

fn main() {}
