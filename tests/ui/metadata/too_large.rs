// G2
use wayleave::prelude::*;

macro_rules! page {
    ([] $($text:literal)*) => {
        #[derive(Route)]
        #[route(uri_template = "site://page/{id}")]
        $(#[doc = $text])*
        struct Page {
            id: String,
        }
    };
    ([$_twice:tt $($more:tt)*] $($text:literal)*) => { page!([$($more)*] $($text)* $($text)*); };
}

page!([1 2 3 4 5 6 7 8 9 10] "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");

fn main() {}
