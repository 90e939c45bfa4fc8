//! What the compiler says of mistakes: one case a file, in a folder named by the kind of fault.
//!
//! `WAYLEAVE_UI=overlap/two_templates cargo test -p wayleave-tests --test ui` runs a single case, and
//! `TRYBUILD=overwrite` writes anew what is expected.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    match std::env::var("WAYLEAVE_UI") {
        Ok(case) => cases.compile_fail(format!("ui/{case}.rs")),
        Err(_) => cases.compile_fail("ui/*/*.rs"),
    }
}
