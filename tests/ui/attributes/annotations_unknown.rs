use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", annotations(audiense("user")))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
