wayleave::manifest!("3d.yaml");

fn main() {}
