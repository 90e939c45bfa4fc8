use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(self: std::sync::Arc<Self>) -> String {
        String::new()
    }
}

fn main() {}
