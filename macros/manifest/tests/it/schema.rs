//! The schema in the repository is the one that the table of keys gives.

use crate::file;

#[test]
fn the_schema_file_is_fresh() {
    let path = file("schemas/manifest.v1.json");
    let fresh = format!("{}\n", serde_json::to_string_pretty(&wayleave_manifest::schema()).unwrap());
    if std::env::var_os("WAYLEAVE_BLESS").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == fresh, "{} is stale: run the tests with WAYLEAVE_BLESS=1", path.display());
}
