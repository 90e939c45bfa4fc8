use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", meta(a = 99999999999999999999))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
