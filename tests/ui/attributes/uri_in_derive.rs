use wayleave::prelude::*;

#[derive(Route)]
#[route(uri = "site://about")]
struct About;

fn main() {}
