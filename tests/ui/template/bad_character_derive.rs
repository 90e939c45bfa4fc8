// U1
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{id}/two words")]
struct Page { id: String }

fn main() {}
