use wayleave::prelude::*;

#[derive(Capture)]
#[capture(krate = wayleave)]
struct Id(u32);

fn main() {}
