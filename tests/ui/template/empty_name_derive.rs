// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{}")]
struct Page;

fn main() {}
