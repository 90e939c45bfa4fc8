//! Digests: golden values, and the same ones from another hand (C12).

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use serde_json::Value;
use wayleave::catalog::{Decision, Decisions, Digest, Schema};

use super::{
    case::{any_catalog, build},
    harness::{builder, of_tools, tool},
};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("catalog").join(name)
}

/// The cases with their golden digests.
fn cases() -> Vec<Value> {
    serde_json::from_str(&fs::read_to_string(file("digests.json")).unwrap()).unwrap()
}

/// What the independent script says of these catalogs.
fn by_script(cases: &[Value]) -> Vec<String> {
    let mut script = Command::new("python3")
        .arg(file("digest.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| {
            panic!("this test compares with a script and needs `python3` on the path: {error}")
        });
    let json = serde_json::to_vec(cases).unwrap();
    let mut stdin = script.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&json).unwrap());
    let output = script.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(ToOwned::to_owned).collect()
}

// C12
#[test]
fn golden_digests() {
    for case in cases() {
        assert_eq!(build(&case).digest().to_string(), case["digest"], "{}", case["about"]);
    }
}

// C12
#[test]
fn the_script_has_the_same_golden_digests() {
    let cases = cases();
    let golden: Vec<&str> = cases.iter().map(|case| case["digest"].as_str().unwrap()).collect();
    assert_eq!(by_script(&cases), golden);
}

// C7, C12: any catalogs
#[test]
fn the_script_agrees_on_any_catalog() {
    let mut runner = TestRunner::deterministic();
    let catalogs: Vec<Value> =
        (0..300).map(|_| any_catalog().new_tree(&mut runner).unwrap().current()).collect();
    let ours: Vec<String> = catalogs.iter().map(|case| build(case).digest().to_string()).collect();
    for ((ours, theirs), case) in ours.iter().zip(by_script(&catalogs)).zip(&catalogs) {
        assert_eq!(*ours, theirs, "{case}");
    }
}

// C12
#[test]
fn schemas_have_a_domain_of_their_own() {
    let schema = Schema::parse(r#"{"type":"object"}"#).unwrap();
    assert_eq!(
        schema.digest().to_string(),
        "sha256:852d99ef60b42a3041192edc31ad562bc7757abe220a61c9e478036dfef875a2"
    );
    assert_ne!(schema.digest(), Schema::parse(r#"{ "type":"object"}"#).unwrap().digest(), "of the bytes");
}

// C2, C12: what is no part of the offer
#[test]
fn what_a_digest_does_not_cover() {
    let plain = of_tools(&["a"]);
    let decided = Decisions {
        tools: Decision::SkippedNotAdvertised,
        prompts: Decision::Fetched,
        resources: Decision::Fetched,
        resource_templates: Decision::SkippedNotAdvertised,
    };
    let other = builder()
        .number(77)
        .decisions(decided)
        .dropped_item(wayleave::catalog::Family::Tools, 0, "x")
        .dropped_warnings(5)
        .tool(tool("a"))
        .build()
        .unwrap();
    assert_eq!(plain.digest(), other.digest());
}

#[test]
fn digests_as_text() {
    let digest = of_tools(&[]).digest();
    assert_eq!(digest.to_string().parse(), Ok(digest));
    assert_eq!(digest.short(), digest.to_string()["sha256:".len()..][..8]);
    for wrong in
        ["", "sha256:", "sha256:00", &digest.to_string()[7..], &digest.to_string().to_uppercase(), "sha256:é"]
    {
        assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
    }
}
