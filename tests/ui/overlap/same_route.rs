// U7, G2
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{id}/info")]
struct Team {
    id: String,
}

struct Site;

#[resources]
impl Site {
    #[resource(route = Team)]
    async fn team(&self, team: Team) -> String {
        team.id
    }

    #[resource(route = Team)]
    async fn again(&self, team: Team) -> String {
        team.id
    }
}

fn main() {}
