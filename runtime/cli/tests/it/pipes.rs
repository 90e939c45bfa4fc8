//! Output into pipes: content byte for byte, and readers that leave.

use std::process::{Command, Stdio};

use wayleave_cli::Exit;

use crate::{file, fixture, wayleave};

#[test]
fn content_is_byte_for_byte() {
    let site = fixture("site.yaml");
    for name in ["dot.png", "note.txt"] {
        let run = wayleave(["read", &site, &format!("site://file/{name}")]);
        assert_eq!(run.exit, Exit::Success);
        let kept = std::fs::read(file("runtime/cli/tests/cmd/fixtures/files").join(name)).unwrap();
        assert_eq!(run.out, kept, "{name}");
    }
}

/// The reader has left before anything is written: no complaint, and the code is still that of the result.
#[test]
fn a_reader_that_leaves_is_no_error() {
    for (args, code) in [
        (vec!["read", "examples/handbook/handbook.yaml", "handbook://staff/safety"], 0),
        (
            vec![
                "read",
                "examples/handbook/handbook.yaml",
                "handbook://staff/first-week",
                "--format",
                "json",
            ],
            3,
        ),
        (vec!["check", "runtime/cli/tests/cmd/fixtures/defects.yaml"], 1),
        (vec!["--help"], 0),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_wayleave"))
            .args(&args)
            .current_dir(file(""))
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_wayleave"))
        .args(["check", &fixture("site.yaml")])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: the output cannot be written: "));
}
