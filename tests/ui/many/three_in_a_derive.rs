// Three mistakes, three errors; the struct's users get none.
use wayleave::prelude::*;

#[derive(Route)]
#[route(uri_template = "site://page/{slug}", titel = "Page", mime_type = "text")]
struct Page {
    slgu: String,
}

struct Site;

#[resources]
impl Site {
    #[resource(route = Page)]
    async fn page(&self, page: Page) -> String {
        page.slgu
    }
}

wayleave::assert_disjoint!(Page, Page);

fn main() {
    let page = Page { slgu: String::new() };
    let _ = page.target();
}
