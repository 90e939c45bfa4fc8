wayleave::manifest!("nowhere.yaml");

fn main() {}
