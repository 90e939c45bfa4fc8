use std::{fmt, rc::Rc, str::FromStr};

use wayleave::prelude::*;

struct Shared(Rc<str>);

impl FromStr for Shared {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.into()))
    }
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Route)]
#[route(uri_template = "site://page/{id}")]
struct Page {
    id: Shared,
}

fn main() {}
