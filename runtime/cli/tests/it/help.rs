//! Completions and manual pages: they are made for every shell and every command.

use std::fs;

use wayleave_cli::Exit;

use crate::wayleave;

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = wayleave(["completions", shell]);
        assert_eq!((run.exit, &*run.err), (Exit::Success, ""), "{shell}");
        for word in ["check", "route", "generate", "completions", "templates"] {
            assert!(run.text().contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(wayleave(["completions", "tcsh"]).exit, Exit::Trouble);
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("man1");
    let run = wayleave(["man", folder.to_str().unwrap()]);
    assert_eq!((run.exit, &*run.err, run.text()), (Exit::Success, "", ""));
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    for name in [
        "wayleave.1",
        "wayleave-check.1",
        "wayleave-generate.1",
        "wayleave-generate-docs.1",
        "wayleave-read.1",
    ] {
        assert!(names.iter().any(|found| found == name), "{name} is not in {names:?}");
    }
    for name in &names {
        let page = fs::read_to_string(folder.join(name)).unwrap();
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{name}");
    }
    let main = fs::read_to_string(folder.join("wayleave.1")).unwrap();
    assert_eq!(wayleave(["man"]).text(), main);
    // Whoever reads the main page finds the others.
    for name in names.iter().filter(|name| name.matches('-').count() == 1) {
        let name = name.trim_end_matches(".1").replace('-', "\\-");
        assert!(main.contains(&name), "{name}");
    }
}

#[test]
fn a_folder_that_cannot_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "").unwrap();
    let run = wayleave(["man", path.to_str().unwrap()]);
    assert_eq!(run.exit, Exit::Trouble);
    assert!(run.err.contains("file cannot be written"), "{}", run.err);
}
