wayleave::manifest!(assets);

fn main() {}
