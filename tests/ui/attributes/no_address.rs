use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(title = "About")]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
