use wayleave::prelude::*;

#[resources]
struct Site;

fn main() {}
