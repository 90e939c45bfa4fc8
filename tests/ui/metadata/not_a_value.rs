use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about", meta(a = 'b'))]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
