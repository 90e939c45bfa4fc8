use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> Result<String, Box<dyn std::error::Error>> {
        Ok(String::new())
    }
}

fn main() {}
