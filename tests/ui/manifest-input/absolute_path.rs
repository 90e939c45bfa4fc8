wayleave::manifest!("/etc/assets.yaml");

fn main() {}
