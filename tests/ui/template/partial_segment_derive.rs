// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/v{major}")]
struct Page { major: String }

fn main() {}
