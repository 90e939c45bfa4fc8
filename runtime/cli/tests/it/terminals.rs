//! Output on terminals: colour, borders, and nothing that the terminal obeys.

use wayleave_cli::Exit;

use crate::{fixture, on_terminal, wayleave};

/// A manifest whose texts hold what a terminal obeys.
const BOLD: &str = r#"wayleave: 1
server: { name: s, version: 1 }
policy: open
resources:
  - { name: one, uri: "a://h/one", title: "T\e[2J", body: { text: "a\e[31m\tb\nc\r\u202ed" } }
  - { name: two, uri: "a://h/two", body: { text: "\a" } }
  - { name: both, uri: "a://h/both", bundle: [ "a://h/one", "a://h/two" ] }
"#;

fn bold() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bold.yaml").display().to_string();
    std::fs::write(&path, BOLD).unwrap();
    (folder, path)
}

#[test]
fn contents_are_escaped_on_a_terminal_alone() {
    let (_folder, path) = bold();
    let escaped = "a\\u{1b}[31m\tb\nc\\u{d}\\u{202e}d\n";
    assert_eq!(on_terminal(["read", &path, "a://h/one"]).text(), escaped);
    assert_eq!(wayleave(["read", &path, "a://h/one"]).text(), "a\u{1b}[31m\tb\nc\r\u{202e}d");
    let both = on_terminal(["--color", "never", "read", &path, "a://h/both"]);
    assert!(both.text().contains(escaped) && both.text().contains("\\u{7}\n"), "{}", both.text());
    assert!(!both.text().contains(['\u{1b}', '\r', '\u{7}']));
}

#[test]
fn listings_are_escaped_everywhere() {
    let (_folder, path) = bold();
    assert!(wayleave(["list", &path]).text().contains("T\\u{1b}[2J"));
    let terminal = on_terminal(["list", &path]);
    assert!(terminal.text().contains("T\\u{1b}[2J") && terminal.text().contains('│'), "{}", terminal.text());
}

#[test]
fn binary_content_stays_off_a_terminal() {
    let run = on_terminal(["--color", "never", "read", &fixture("site.yaml"), "site://file/dot.png"]);
    assert_eq!((run.exit, run.text()), (Exit::Success, ""));
    assert!(run.err.contains("--output DIR"), "{}", run.err);
}

#[test]
fn json_is_pretty_on_a_terminal_and_compact_elsewhere() {
    let args = ["read", &fixture("site.yaml"), "site://about", "--format", "json"];
    let (terminal, pipe) = (on_terminal(args), wayleave(args));
    assert_eq!(pipe.text().lines().count(), 1);
    assert!(terminal.text().lines().count() > 5);
    assert_eq!(terminal.json(), pipe.json());
}

#[test]
fn colour_follows_the_argument() {
    let site = fixture("site.yaml");
    assert!(on_terminal(["check", &site]).text().contains('\u{1b}'));
    assert!(!on_terminal(["check", &site, "--color", "never"]).text().contains('\u{1b}'));
    assert!(!wayleave(["check", &site]).text().contains('\u{1b}'));
    assert!(wayleave(["check", &site, "--color=always"]).text().contains('\u{1b}'));
    assert!(wayleave(["route", &fixture("nowhere.yaml"), "a:b", "--color=always"]).err.contains('\u{1b}'));
}

/// The environment's word counts where the argument says nothing.
#[test]
fn no_color_is_honoured() {
    let run = |name: &str, value: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_wayleave"))
            .args(["check", &fixture("site.yaml")])
            .env_remove("NO_COLOR")
            .env(name, value)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run("CLICOLOR_FORCE", "1").contains('\u{1b}'));
    assert!(!run("NO_COLOR", "1").contains('\u{1b}'));
}
