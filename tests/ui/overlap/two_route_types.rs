// U7
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{id}/info")]
struct Team {
    id: String,
}

#[derive(Route)]
#[route(uri_template = "site://team/admin/{page}")]
struct Admin {
    page: String,
}

struct Site;

#[resources]
impl Site {
    #[resource(route = Team)]
    async fn team(&self, team: Team) -> String {
        team.id
    }

    #[resource(route = Admin)]
    async fn admin(&self, admin: Admin) -> String {
        admin.page
    }
}

fn main() {}
