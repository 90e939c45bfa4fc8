// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{a,b}")]
struct Page { a: String, b: String }

fn main() {}
