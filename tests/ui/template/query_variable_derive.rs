// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/page?id={id}")]
struct Page { id: String }

fn main() {}
