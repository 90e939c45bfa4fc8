//! Files that are made to harm: a clear answer with a place, within bounds. The program itself runs, under a limit of
//! its address space.
#![cfg(unix)]

use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Output},
    time::{Duration, Instant},
};

use serde_json::Value;

/// Address space in KiB: far under what a reader needs that holds a large file whole, or follows aliases.
const SPACE: &str = "131072";
/// Generous: all of these take some milliseconds.
const TIME: Duration = Duration::from_secs(10);

fn bounded(args: &[&str]) -> Output {
    let begun = Instant::now();
    let script = format!("ulimit -v {SPACE}; exec \"$0\" \"$@\"");
    let program = env!("CARGO_BIN_EXE_wayleave");
    let output = Command::new("sh").args(["-c", &script, program]).args(args).output().unwrap();
    assert!(begun.elapsed() < TIME, "{:?}", begun.elapsed());
    output
}

/// The place of the first defect of that code; both forms of output say it.
fn place(path: &Path, code: &str) -> (u64, u64) {
    let path = path.to_str().unwrap();
    let human = bounded(&["check", path]);
    let json = bounded(&["check", path, "--format", "json"]);
    assert_eq!((human.status.code(), json.status.code()), (Some(1), Some(1)), "{path}");
    let report: Value = serde_json::from_slice(&json.stdout).unwrap();
    let defects = report["manifests"][0]["defects"].as_array().unwrap();
    let defect = defects.iter().find(|defect| defect["code"] == code);
    let defect = defect.unwrap_or_else(|| panic!("{path}: no {code} among {} defects", defects.len()));
    let (line, column) = (defect["line"].as_u64().unwrap(), defect["column"].as_u64().unwrap());
    let text = String::from_utf8(human.stdout).unwrap();
    assert!(text.contains(&format!("error[{code}]: ")), "{text}");
    assert!(text.contains(&format!("--> {path}:{line}:{column}\n")), "{text}");
    assert_eq!((human.stderr.len(), json.stderr.len()), (0, 0));
    // The other commands refuse it too, on stderr.
    let route = bounded(&["route", path, "a:b"]);
    assert_eq!((route.status.code(), route.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8(route.stderr).unwrap().contains(&format!("error[{code}]: ")));
    (line, column)
}

#[test]
fn hostile_files_have_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let head = "wayleave: 1\nserver: { name: s, version: 1 }\npolicy: open\nresources:\n";
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..=9 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    let deep = format!(
        "{head}  - {{ name: n, uri: 'a:b', handler: true, meta: {{ a: {{ b: [ {{ c: 1, c: 2 }} ] }} }} }}\n"
    );
    let quadratic = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), "*a, ".repeat(100_000));
    for (name, content, code, line, column) in [
        ("nested.yaml", "[".repeat(100_000).into_bytes(), "too-deep", 1, None),
        ("not-utf8.yaml", [head.as_bytes(), b"  - name: \xff\n"].concat(), "not-utf8", 5, Some(11)),
        ("bomb.yaml", bomb.into_bytes(), "anchor", 1, None),
        ("quadratic.yaml", quadratic.into_bytes(), "anchor", 1, None),
        ("twice.yaml", deep.into_bytes(), "duplicate-key", 5, Some(69)),
        ("documents.yaml", format!("{head}  []\n---\n{head}").into_bytes(), "second-document", 6, Some(1)),
        ("tab.yaml", b"wayleave: 1\nserver:\n\tname: s\n".to_vec(), "syntax", 3, None),
        ("mark.yaml", format!("\u{feff}{head}").into_bytes(), "byte-order-mark", 1, Some(1)),
        ("nul.yaml", b"wayleave: 1\nx: \0\n".to_vec(), "control-character", 2, Some(4)),
        (
            "number.yaml",
            format!("{head}  []\nlimits: {{ maxItems: 1e1000 }}\n").into_bytes(),
            "bad-value",
            6,
            Some(21),
        ),
        ("empty.yaml", Vec::new(), "empty", 1, Some(1)),
        (
            "line.yaml",
            format!("{head}  - {{ {} }}\n", "é: 1, ".repeat(50_000)).into_bytes(),
            "duplicate-key",
            5,
            Some(13),
        ),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        let found = place(&path, code);
        assert_eq!(found.0, line, "{name}");
        assert!(column.is_none_or(|column| column == found.1), "{name} at column {}", found.1);
    }
    let huge = folder.path().join("huge.yaml");
    File::create(&huge).unwrap().set_len(100 * 1024 * 1024).unwrap();
    assert_eq!(place(&huge, "too-large"), (1, 1));
}

#[test]
fn what_is_no_file_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let missing = folder.path().join("missing.yaml");
    for (path, code) in [
        (folder.path(), "is-a-folder"),
        (&missing, "no-such-file"),
        (&pipe, "no-regular-file"),
        (Path::new("/dev/zero"), "no-regular-file"),
    ] {
        let path = path.to_str().unwrap();
        let output = bounded(&["check", path, "--format", "json"]);
        assert_eq!(output.status.code(), Some(2), "{path}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["manifests"][0]["defects"][0]["code"], code);
        let output = bounded(&["check", path]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(path) && text.contains(code), "{text}");
        for command in [
            &["list", path][..],
            &["route", path, "a:b"],
            &["read", path, "a:b"],
            &["catalog", "show", path],
            &["catalog", "diff", path, path],
            &["catalog", "verify", path, "--stdio", "true"],
        ] {
            let output = bounded(command);
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{command:?}");
            assert!(String::from_utf8(output.stderr).unwrap().contains(path));
        }
    }
}
