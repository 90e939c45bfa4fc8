use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self, caller: &u8) -> String {
        caller.to_string()
    }
}

fn main() {}
