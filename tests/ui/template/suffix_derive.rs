// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{name}.json")]
struct Page { name: String }

fn main() {}
