// U3
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "{scheme}://host/page")]
struct Page { scheme: String }

fn main() {}
