use wayleave::prelude::*;

#[derive(Capture)]
struct Id(Vec<u8>);

fn main() {}
