wayleave::manifest!("../assets.yaml");

fn main() {}
