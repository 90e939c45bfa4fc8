// U1
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://[::1/{id}")]
struct Page { id: String }

fn main() {}
