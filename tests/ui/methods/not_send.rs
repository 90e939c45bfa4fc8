use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> String {
        let shared = std::rc::Rc::new(1);
        std::future::ready(()).await;
        shared.to_string()
    }
}

fn main() {}
