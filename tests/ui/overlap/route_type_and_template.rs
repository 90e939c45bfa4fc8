// U7
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

    #[bundle(uri_template = "site://team/admin/{page}")]
    async fn admin(&self, page: String) -> Result<ReadPlan, PlanError> {
        drop(page);
        ReadPlan::of([])
    }
}

fn main() {}
