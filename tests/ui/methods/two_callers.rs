use wayleave::prelude::*;

struct Site;

#[resources(caller = u8)]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self, one: &u8, two: &u8) -> String {
        format!("{one}{two}")
    }
}

fn main() {}
