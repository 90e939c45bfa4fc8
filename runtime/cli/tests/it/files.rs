//! `read --output`: a file for each item, safe names, nothing overwritten.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::{Value, json};
use wayleave_cli::Exit;

use crate::{fixture, wayleave};

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect()
}

fn read(uri: &str, folder: &Path) -> crate::Run {
    wayleave(["read", &fixture("site.yaml"), uri, "--output", folder.to_str().unwrap()])
}

#[test]
fn a_bundle_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("new/folder");
    let run = read("site://all", &folder);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));
    let files = contents(&folder);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["01-about.md", "02-1.txt", "03-dot.png", "report.json"]);
    assert_eq!(files["01-about.md"], b"# About\n");
    assert_eq!(files["02-1.txt"], b"Week 1.");
    assert!(files["03-dot.png"].starts_with(b"\x89PNG"));
    let report: Value = serde_json::from_slice(&files["report.json"]).unwrap();
    assert_eq!(report, json!({ "version": 1, "partial": false, "issues": [], "issuesOmitted": 0 }));
    for name in names {
        assert!(run.text().contains(name), "{}", run.text());
    }
}

// G14
#[test]
fn a_partial_bundle_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = read("site://gap", folder.path());
    assert_eq!(run.exit, Exit::Partial);
    let files = contents(folder.path());
    assert_eq!(files.len(), 4);
    let (warning, text) = files.iter().next().unwrap();
    assert!(warning.starts_with("01-") && warning.ends_with(".txt"), "{warning}");
    assert!(text.starts_with(b"Incomplete bundle.\n"));
    let report: Value = serde_json::from_slice(&files["report.json"]).unwrap();
    assert_eq!(report["issues"][0]["uri"], "site://file/absent.txt");
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("02-1.txt"), "mine").unwrap();
    let run = read("site://all", folder.path());
    assert_eq!(run.exit, Exit::Trouble);
    assert!(run.err.contains("02-1.txt cannot be written: it exists"), "{}", run.err);
    assert_eq!(contents(folder.path()).len(), 1);
    assert_eq!(contents(folder.path())["02-1.txt"], b"mine");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = folder.path().join("elsewhere");
    let output = folder.path().join("output");
    fs::create_dir(&output).unwrap();
    std::os::unix::fs::symlink(&elsewhere, output.join("01-about.md")).unwrap();
    assert_eq!(read("site://about", &output).exit, Exit::Trouble);
    assert!(!elsewhere.exists());
}

#[test]
fn names_stay_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.yaml").display().to_string();
    let head = "wayleave: 1\nserver: { name: s, version: 1 }\npolicy: open\nresources:\n";
    let entry = "  - { name: n, uri: 'a://h/..%2F..%2Fetc', body: { text: '' } }\n";
    fs::write(&path, format!("{head}{entry}")).unwrap();
    let output = folder.path().join("output");
    let run = wayleave(["read", &path, "a://h/..%2F..%2Fetc", "--output", output.to_str().unwrap()]);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));
    let files = contents(&output);
    assert_eq!(files.keys().next().unwrap(), "01-_.._etc.txt");
    assert_eq!(files["01-_.._etc.txt"], b"");
}

#[test]
fn a_folder_that_cannot_be_made() {
    let run = read("site://about", Path::new(&fixture("site.yaml")));
    assert_eq!(run.exit, Exit::Trouble);
    assert!(run.err.contains("site.yaml"), "{}", run.err);
}
