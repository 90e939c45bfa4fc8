// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/page{?q,limit}")]
struct Page { q: String, limit: String }

fn main() {}
