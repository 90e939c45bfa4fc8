use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[resource(uri_template = "site://page/{id}")]
    async fn page(&self, id: impl FromCapture) -> String {
        id.to_capture().into_owned()
    }
}

fn main() {}
