// G15
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{team}/page/{page}", meta = r#"{"go.phpboyscout.uk/mcp.resourceRead": 1}"#)]
struct Page {
    team: String,
    page: String,
}

fn main() {}
