//! `generate docs`: the pages in a folder, and templates of one's own.

use std::{fs, path::Path};

use wayleave_cli::Exit;

use crate::{Run, fixture, on_terminal, wayleave};

fn docs(out: &Path, more: &[&str]) -> Run {
    let manifest = fixture("site.yaml");
    let arguments = ["generate", "docs", &manifest, "--out", out.to_str().unwrap()];
    wayleave(arguments.iter().chain(more))
}

#[test]
fn pages_are_written_and_then_fresh() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/folder");
    let run = docs(&out, &[]);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));
    assert_eq!(run.text().matches(": written\n").count(), 2);
    assert!(fs::read_to_string(out.join("index.html")).unwrap().starts_with("<!doctype html>"));
    assert_eq!(docs(&out, &["--check"]).exit, Exit::Success);
    assert_eq!(docs(&out, &[]).text().matches(": fresh\n").count(), 2);

    let markdown = out.join("index.md");
    let text = fs::read_to_string(&markdown).unwrap();
    fs::write(&markdown, text.replace('\n', "\r\n")).unwrap();
    let run = docs(&out, &["--check"]);
    assert_eq!(run.exit, Exit::Failure);
    assert!(run.text().ends_with("index.md: fresh but for the ends of its lines\n"), "{}", run.text());

    fs::write(&markdown, "mine").unwrap();
    assert!(docs(&out, &["--check"]).text().ends_with("index.md: stale\n"));
    // A check writes nothing.
    assert_eq!(fs::read_to_string(&markdown).unwrap(), "mine");
    assert_eq!(docs(&out, &[]).exit, Exit::Success);
    assert_eq!(fs::read_to_string(&markdown).unwrap(), text);
}

#[test]
fn templates_are_replaced_file_by_file() {
    let folder = tempfile::tempdir().unwrap();
    let templates = folder.path().join("templates");
    fs::create_dir(&templates).unwrap();
    fs::write(templates.join(".hidden"), "\u{0}").unwrap();
    fs::write(templates.join("index.md"), "{% for r in site.resources %}{{ r.name }}\n{% endfor %}").unwrap();
    let manifest = fixture("site.yaml");
    let templates = templates.to_str().unwrap();
    let run = wayleave(["generate", "docs", &manifest, "--templates", templates]);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));
    assert!(run.text().starts_with("about\nspecial\n"));

    fs::write(Path::new(templates).join("index.md"), "\n{{ site.nmae }}").unwrap();
    let run = wayleave(["generate", "docs", &manifest, "--templates", templates]);
    assert_eq!((run.exit, run.text()), (Exit::Trouble, ""));
    assert!(
        run.err.starts_with("error: the template index.md fails in line 2\n  cause: undefined value"),
        "{}",
        run.err
    );

    fs::write(Path::new(templates).join("index.htm"), "").unwrap();
    let run = wayleave(["generate", "docs", &manifest, "--templates", templates]);
    assert_eq!(run.exit, Exit::Trouble);
    assert!(
        run.err.contains("index.htm replaces no template\n  help: the templates are index.html, "),
        "{}",
        run.err
    );
}

#[test]
fn a_folder_that_cannot_be_written() {
    let run = docs(Path::new(&fixture("site.yaml")), &[]);
    assert_eq!(run.exit, Exit::Trouble);
    assert!(run.err.contains("site.yaml cannot be written"), "{}", run.err);
}

#[test]
fn nothing_reaches_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.yaml");
    let yaml = "wayleave: 1\nserver: { name: s, version: 1, title: \"\\e[31m\\u202E\" }\npolicy: open\nresources: []\n";
    fs::write(&path, yaml).unwrap();
    let run = on_terminal(["generate", "docs", path.to_str().unwrap()]);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));
    assert!(run.text().starts_with("# \\u{1b}\\[31m\\u{202e}\n"), "{}", run.text());
}

#[test]
fn defects_come_first() {
    let run = wayleave(["generate", "docs", &fixture("defects.yaml")]);
    assert_eq!((run.exit, run.text()), (Exit::Failure, ""));
    assert!(run.err.contains("has defects"), "{}", run.err);
}
