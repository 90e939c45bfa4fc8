use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{id}/info")]
struct Team {
    id: String,
}

struct Site;

#[resources]
impl Site {
    #[resource(route = Team, complete(idd = Self::ids))]
    async fn team(&self, team: Team) -> String {
        team.id
    }

    async fn ids(&self, _request: CompletionRequest<'_>) -> Vec<String> {
        Vec::new()
    }
}

fn main() {}
