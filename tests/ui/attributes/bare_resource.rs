use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource]
    async fn about(&self) -> String {
        String::new()
    }
}

fn main() {}
