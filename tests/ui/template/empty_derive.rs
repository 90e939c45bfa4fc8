// U1
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "")]
struct Page;

fn main() {}
