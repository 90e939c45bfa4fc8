use wayleave::prelude::*;

struct Site;

#[resources(caller = u8)]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self, caller: &u16) -> String {
        caller.to_string()
    }
}

fn main() {}
