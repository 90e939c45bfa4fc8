//! A manifest that changes is a reason to build again, with no line of Rust touched.

use std::{fs, path::Path, process::Command};

/// A manifest of one text; the program prints its URI.
fn manifest(uri: &str) -> String {
    format!(
        "wayleave: 1\nserver: {{ name: p, version: 1.0.0 }}\npolicy: open\n\
         resources: [{{ name: text, uri: '{uri}', body: {{ text: Hello }} }}]\n"
    )
}

#[test]
fn a_changed_manifest_is_built_again() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    // The workspace's own builds are used where they fit.
    let target = root.join("target");
    let project = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| fs::write(project.path().join(path), text).unwrap();
    fs::create_dir(project.path().join("src")).unwrap();
    fs::copy(root.join("Cargo.lock"), project.path().join("Cargo.lock")).unwrap();
    let core = root.join("runtime/core");
    write(
        "Cargo.toml",
        &format!(
            "[package]\nname = \"rebuilt\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[profile.dev]\ndebug = \"line-tables-only\"\n[dependencies]\nwayleave = {{ path = {core:?}, default-features = false, features = [\"manifest\"] }}\n"
        ),
    );
    write(
        "src/main.rs",
        "wayleave::manifest!(\"texts.yaml\");\nfn main() {\n    print!(\"{}\", texts::TEXT);\n}\n",
    );
    let run = || {
        let output = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--offline"])
            .env("CARGO_TARGET_DIR", &target)
            .current_dir(project.path())
            .output()
            .unwrap();
        let (out, err) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        output.status.success().then_some(out).ok_or(err)
    };
    write("texts.yaml", &manifest("p:first"));
    assert_eq!(run().as_deref(), Ok("p:first"));
    write("texts.yaml", &manifest("p:second"));
    assert_eq!(run().as_deref(), Ok("p:second"));
    // With a defect in it, the file goes on being watched.
    write("texts.yaml", &manifest("p:%zz"));
    let told = run().unwrap_err();
    assert!(told.contains("texts.yaml:4:"), "{told}");
    write("texts.yaml", &manifest("p:third"));
    assert_eq!(run().as_deref(), Ok("p:third"));
}
