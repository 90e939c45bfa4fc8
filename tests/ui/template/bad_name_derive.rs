// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{page-id}")]
struct Page { page_id: String }

fn main() {}
