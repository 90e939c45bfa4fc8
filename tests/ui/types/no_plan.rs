use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[bundle(uri = "site://all")]
    async fn all(&self) -> String {
        String::new()
    }
}

fn main() {}
