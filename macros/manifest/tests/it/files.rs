//! Paths in a store that lead nowhere.

use wayleave_manifest::{Source, check};

/// The defects of an entry with this body, beside a store that holds `plants/leek.md` and `tools/`.
fn defects_of(entry: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("docs/plants")).unwrap();
    std::fs::create_dir(folder.path().join("docs/tools")).unwrap();
    std::fs::write(folder.path().join("docs/plants/leek.md"), "Leek.").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("plants/leek.md", folder.path().join("docs/link.md")).unwrap();
        std::os::unix::fs::symlink("plants", folder.path().join("docs/linked")).unwrap();
    }
    let head = "stores: { docs: { url: ./docs } }\n";
    let yaml = format!("{head}{}", crate::with_entries(&format!("  - {{ name: n, {entry} }}\n")));
    let checked = check(&Source::new("m.yaml", yaml), Some(folder.path()));
    let shown = |defect: &wayleave_manifest::Defect| {
        let help = defect.help.as_deref().unwrap_or_default();
        format!("{} {}: {}; {help}", defect.severity, defect.code, defect.message)
    };
    checked.defects.iter().map(shown).collect()
}

fn fixed(path: &str) -> Vec<String> {
    defects_of(&format!("uri: 'a:b', body: {{ store: docs, path: '{path}' }}"))
}

fn open(path: &str) -> Vec<String> {
    defects_of(&format!("uriTemplate: 'a:/{{x}}', body: {{ store: docs, path: '{path}' }}"))
}

#[test]
fn files_that_are_missing() {
    assert_eq!(fixed("plants/leek.md"), [""; 0]);
    assert_eq!(
        fixed("plants/leak.md"),
        [
            "error missing-file: there is no file `plants/leak.md` in the store; did you mean `plants/leek.md`?"
        ]
    );
    assert_eq!(
        fixed("plant/leek.md"),
        ["error missing-file: there is no file `plant/leek.md` in the store; did you mean `plants/leek.md`?"]
    );
    assert_eq!(fixed("other/x"), ["error missing-file: there is no file `other/x` in the store; "]);
    assert_eq!(
        fixed("plants"),
        ["error missing-file: `plants` is a folder, and a body is a file; name a file in it"]
    );
}

#[test]
fn folders_that_are_missing() {
    assert_eq!(open("plants/{x}.md"), [""; 0]);
    assert_eq!(open("{x}/leek.md"), [""; 0]);
    assert_eq!(
        open("plant/{x}.md"),
        ["warning missing-subfolder: there is no folder `plant` in the store; did you mean `plants`?"]
    );
    assert_eq!(
        open("tools/small/{x}.md"),
        [
            "warning missing-subfolder: there is no folder `tools/small` in the store; make the folder, or mend the \
          path: nothing can be read through it"
        ]
    );
    let glob = "uriTemplate: 'a:/{x}', handler: true, captures: { x: { complete: { store: docs, glob: 'plant/*' } } }";
    assert_eq!(
        defects_of(glob),
        ["warning missing-subfolder: there is no folder `plant` in the store; did you mean `plants`?"]
    );
}

// A store follows no link, so a file behind one is not there for it.
#[cfg(unix)]
#[test]
fn files_behind_links() {
    for (path, link) in [("link.md", "link.md"), ("linked/leek.md", "linked")] {
        assert_eq!(
            fixed(path),
            [format!(
                "error missing-file: `{link}` is a symbolic link, which a store does not follow; put the file itself into \
                 the store"
            )]
        );
    }
}
