// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{+path}")]
struct Page { path: String }

fn main() {}
