use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(route = "Team")]
    async fn team(&self) -> String {
        String::new()
    }
}

fn main() {}
