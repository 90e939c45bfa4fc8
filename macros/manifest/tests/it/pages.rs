//! The pages of the format: of defects, where every code is and every example does what the page says, and of the
//! manifest, where every key is.

use std::collections::{BTreeMap, BTreeSet};

use tempfile::TempDir;
use wayleave_manifest::{Code, Source, check, explain};
use wayleave_model::Limits;

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

/// The names of all keys that a schema knows, but for those of what is not supported.
fn keys(schema: &serde_json::Value) -> BTreeSet<String> {
    let definitions = schema["$defs"].as_object().unwrap().iter();
    let supported = definitions.filter(|(name, _)| *name != "cedarPolicy").map(|(_, mapping)| mapping);
    let mappings = supported.chain([schema]).filter_map(|mapping| mapping["properties"].as_object());
    mappings.flat_map(|properties| properties.keys().cloned()).collect()
}

#[test]
fn the_page_of_the_manifest_shows_every_key_and_default() {
    let page = std::fs::read_to_string(file("docs/manifest.md")).unwrap();
    let [example] = &page.split("```yaml\n").skip(1).collect::<Vec<_>>()[..] else { panic!("one example") };
    let example = example.split("```").next().unwrap();
    let folder = folder();
    let checked = check(&Source::new("manifest.md", example), Some(folder.path()));
    assert_eq!(checked.defects, []);
    assert_eq!(checked.manifest.unwrap().limits, Limits::default());
    let code: String =
        example.lines().filter_map(|line| line.split('#').next()).collect::<Vec<_>>().join(" ");
    let words: BTreeSet<&str> =
        code.split([' ', '{', '[']).filter_map(|word| word.strip_suffix(':')).collect();
    for key in keys(&wayleave_manifest::schema()) {
        assert!(words.contains(&*key), "the page does not show `{key}`");
    }
}
