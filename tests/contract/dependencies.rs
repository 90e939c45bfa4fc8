//! What the core crate depends on (G1).

use std::{collections::BTreeSet, process::Command};

/// Crates of SDKs, of HTTP and gRPC, and of command lines; also every crate whose name begins with one and a hyphen.
const FORBIDDEN: [&str; 24] = [
    "actix",
    "argh",
    "async-std",
    "axum",
    "clap",
    "curl",
    "h2",
    "h3",
    "http",
    "httparse",
    "hyper",
    "isahc",
    "lexopt",
    "mcp",
    "pico-args",
    "prost",
    "quinn",
    "reqwest",
    "rmcp",
    "rustls",
    "tonic",
    "tower",
    "ureq",
    "warp",
];

/// The names of the crates under the core, without itself, as they are on one platform.
fn under(features: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "wayleave", features, "--edges", "normal", "--prefix", "none"])
        .args(["--target", "x86_64-unknown-linux-gnu", "--format", "{p}", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let name = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    text.lines().map(name).filter(|name| !name.is_empty() && name != "wayleave").collect()
}

/// G1: the core, with all its features, depends on no SDK, HTTP, gRPC or command-line crate.
#[test]
fn the_core_is_free_of_transports() {
    let crates = under("--all-features");
    assert!(crates.contains("wayleave-model"), "the tree is read right: {crates:?}");
    for name in &crates {
        let is =
            |bad: &&str| name == *bad || name.strip_prefix(*bad).is_some_and(|rest| rest.starts_with('-'));
        assert!(!FORBIDDEN.iter().any(is), "`{name}` has no place in the core");
    }
}

/// The core stays small: this is the number of crates under it with no features. More than a third of them are
/// the parts of a cipher and a hash, for page tokens. Four are Unicode's tables of characters that look alike and how
/// they come apart (`unicode-security` and what is under it), for names of tools. Two are `arc-swap` and what it is built with, for reads that take no lock.
#[test]
fn the_core_is_small() {
    let crates = under("--no-default-features");
    assert_eq!(
        crates.len(),
        45,
        "the number of crates under `wayleave` has changed: justify the change where it is made, and put the new \
         number here; now there are {crates:#?}"
    );
}

/// The stated Rust version is what the dependencies need: none of them asks for a newer one.
#[test]
fn the_stated_rust_version_is_enough() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let version = |text: &str| -> Vec<u32> { text.split('.').map(|part| part.parse().unwrap()).collect() };
    let stated = version(env!("CARGO_PKG_RUST_VERSION"));
    let needed = metadata["packages"].as_array().unwrap().iter().filter_map(|package| {
        let needs = version(package["rust_version"].as_str()?);
        (needs[..2] > stated[..2]).then(|| format!("{} needs {}", package["name"], package["rust_version"]))
    });
    assert_eq!(needed.collect::<Vec<_>>(), [""; 0], "raise `rust-version`, or choose another version");
}
