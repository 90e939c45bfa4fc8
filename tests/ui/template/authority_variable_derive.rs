// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "weather://{city}/now")]
struct Page { city: String }

fn main() {}
