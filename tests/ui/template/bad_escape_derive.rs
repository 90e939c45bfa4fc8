// U1
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{id}/100%")]
struct Page { id: String }

fn main() {}
