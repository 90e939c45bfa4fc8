use wayleave::prelude::*;

struct Site;

#[resources(caller = u8)]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> &'static str {
        "about"
    }
}

fn main() {
    let _ = Gateway::builder(OpenPolicy::<String>::new()).resources(Site);
}
