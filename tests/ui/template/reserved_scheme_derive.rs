// U2
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "MCP-warning://read/{id}")]
struct Page { id: String }

fn main() {}
