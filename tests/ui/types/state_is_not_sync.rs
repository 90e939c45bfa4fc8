use wayleave::prelude::*;

struct Site {
    count: std::cell::Cell<u32>,
}

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> String {
        self.count.get().to_string()
    }
}

fn main() {}
