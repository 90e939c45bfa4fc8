wayleave::manifest!(inline "a: [");

fn main() {}
