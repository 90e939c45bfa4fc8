use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> Result<u32, ReadError> {
        Ok(7)
    }
}

fn main() {}
