use wayleave::prelude::*;

#[derive(Capture)]
struct Id(u32, u32);

fn main() {}
