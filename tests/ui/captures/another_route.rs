use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://team/{id}/info")]
struct Team {
    id: String,
}

struct Other;

struct Site;

#[resources]
impl Site {
    #[resource(route = Team)]
    async fn team(&self, _other: Other) -> String {
        String::new()
    }
}

fn main() {}
