// U7
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{id}/info")]
struct Team {
    id: String,
}

#[derive(Route)]
#[route(uri_template = "site://team/admin/{page}")]
struct Admin {
    page: String,
}

wayleave::assert_disjoint!(Team, Admin);

fn main() {}
