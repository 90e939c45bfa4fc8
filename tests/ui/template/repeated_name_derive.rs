// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://host/{z}/{z}")]
struct Page { z: String }

fn main() {}
