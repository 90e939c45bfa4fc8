use wayleave::prelude::*;

#[resource(uri = "site://about")]
async fn about() -> &'static str {
    "about"
}

fn main() {}
