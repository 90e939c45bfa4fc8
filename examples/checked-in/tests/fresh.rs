//! The checked-in code is what the command makes of the manifest now.

use wayleave_cli::{Console, Exit, Stream, run};

#[test]
fn the_code_is_fresh() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let (manifest, code) = (format!("{folder}/tides.yaml"), format!("{folder}/src/tides.rs"));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = run(
        ["wayleave", "generate", "rust", &*manifest, "--out", &*code, "--check"],
        &mut Console::new(Stream::plain(&mut out), Stream::plain(&mut err)),
    );
    let said = String::from_utf8_lossy(&out);
    assert_eq!(exit, Exit::Success, "{said}to mend it: wayleave generate rust tides.yaml --out src/tides.rs");
}
