wayleave::manifest!("assets.yaml" "more.yaml");

fn main() {}
