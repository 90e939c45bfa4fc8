use wayleave::prelude::*;

struct Site {
    text: String,
}

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about<'a>(&'a self) -> Result<&'a str, ReadError> {
        Ok(&self.text)
    }
}

fn main() {}
