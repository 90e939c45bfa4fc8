//! The page of defects: every code is there, and every example does what the page says.

use std::collections::BTreeMap;

use tempfile::TempDir;
use wayleave_manifest::{Code, Source, check, explain};

use crate::file;

/// The codes of files that cannot be read at all.
const OF_THE_FILE: [&str; 4] = ["no-such-file", "is-a-folder", "no-regular-file", "unreadable-file"];

/// The sections by code, each with its examples.
fn sections() -> BTreeMap<String, Vec<String>> {
    let page = std::fs::read_to_string(file("docs/defects.md")).unwrap();
    let mut sections = BTreeMap::new();
    for section in page.split("\n### `").skip(1) {
        let (code, text) = section.split_once('`').unwrap();
        let examples =
            text.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
        sections.insert(code.to_owned(), examples.collect());
    }
    sections
}

/// An example with the lines that it leaves out.
fn whole(example: &str) -> String {
    if example.starts_with('#') {
        return example.to_owned();
    }
    let example = if example.starts_with("- ") {
        let lines: String = example.lines().map(|line| format!("  {line}\n")).collect();
        format!("resources:\n{lines}")
    } else {
        example.to_owned()
    };
    let mut head = String::new();
    for line in ["wayleave: 1", "server: { name: handbook, version: 1.0.0 }", "policy: open", "resources: []"]
    {
        let key = &line[..=line.find(':').unwrap()];
        if !example.lines().any(|line| line.starts_with(key)) {
            head.push_str(line);
            head.push('\n');
        }
    }
    head + &example
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("content/pages")).unwrap();
    std::fs::write(folder.path().join("content/pages/leave.md"), "Leave.\n").unwrap();
    folder
}

#[test]
fn every_code_has_a_section() {
    let written: Vec<String> = sections().into_keys().collect();
    let mut known: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).chain(OF_THE_FILE).collect();
    known.sort_unstable();
    assert_eq!(written, known);
}

// The program carries the page with it.
#[test]
fn every_code_is_explained() {
    for code in sections().keys() {
        let text = explain(code).unwrap();
        assert!(text.len() > 20 && !text.contains("\n##"), "{code}: {text}");
    }
    assert_eq!(explain("no-such-code"), None);
    assert!(explain("empty").unwrap().ends_with("# Nothing here yet.\n```"));
}

#[test]
fn every_example_has_its_defect() {
    let folder = folder();
    for (code, examples) in sections() {
        for (index, example) in examples.iter().enumerate() {
            let yaml = whole(example);
            let source = Source::new("m.yaml", yaml.as_str());
            let checked = check(&source, Some(folder.path()));
            let found: Vec<&str> = checked.defects.iter().map(|defect| defect.code.as_str()).collect();
            match index {
                0 => assert!(found.contains(&&*code), "{code} is not in {found:?}:\n{yaml}"),
                _ => assert_eq!(checked.defects, [], "{code}, mended:\n{yaml}"),
            }
        }
    }
}

/// Those that no example can show have their test in `codes.rs`.
#[test]
fn every_code_is_produced() {
    let shown: Vec<String> =
        sections().into_iter().filter(|(_, examples)| !examples.is_empty()).map(|(code, _)| code).collect();
    let mut missing: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    missing.retain(|code| !shown.iter().any(|shown| shown == code));
    let mut tested: Vec<&str> = crate::codes::WITHOUT_EXAMPLE.iter().map(|code| code.as_str()).collect();
    missing.sort_unstable();
    tested.sort_unstable();
    assert_eq!(missing, tested);
}
