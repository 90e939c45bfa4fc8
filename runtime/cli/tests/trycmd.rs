//! The commands as users see them: what they print, and with which code they exit.

use std::{env, path::Path};

/// The cases of the command itself, over the manifests in `cmd/fixtures`.
#[test]
fn commands() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    env::set_current_dir(cases.join("fixtures")).unwrap();
    trycmd::TestCases::new().case(cases.join("*.trycmd"));
}
