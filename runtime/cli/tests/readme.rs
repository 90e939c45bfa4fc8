//! What the handbook's README says of its commands is what they do.

use std::{env, path::Path};

#[test]
fn the_handbook_s_readme() {
    let handbook = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/handbook");
    env::set_current_dir(&handbook).unwrap();
    trycmd::TestCases::new().case("README.md");
}
