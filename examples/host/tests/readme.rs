//! Every command of the README gives what the README says.

#[test]
fn readme() {
    trycmd::TestCases::new().case("README.md");
}
