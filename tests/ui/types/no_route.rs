use wayleave::prelude::*;

struct Team {
    id: String,
}

struct Site;

#[resources]
impl Site {
    #[resource(uri = "site://about")]
    async fn about(&self) -> &'static str {
        "about"
    }

    #[resource(route = Team)]
    async fn team(&self, team: Team) -> String {
        team.id
    }
}

fn main() {}
