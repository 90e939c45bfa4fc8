// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{{id}}")]
struct Page { id: String }

fn main() {}
