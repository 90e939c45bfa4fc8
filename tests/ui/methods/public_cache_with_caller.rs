// G29
use wayleave::prelude::*;

struct Site;

#[resources(caller = u8)]
impl Site {
    #[resource(uri = "site://about", cache(ttl = "60s", scope = "public"))]
    async fn about(&self, caller: &u8) -> String {
        caller.to_string()
    }
}

fn main() {}
