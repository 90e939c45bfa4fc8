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
    async fn team(&self, team: Team, page: String) -> String {
        team.id + &page
    }
}

fn main() {}
