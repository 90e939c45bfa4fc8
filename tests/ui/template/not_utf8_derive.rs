// U1
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{id}/%ff")]
struct Page { id: String }

fn main() {}
