use wayleave::prelude::*;

#[derive(Capture)]
enum Kind {
    One,
}

fn main() {}
