//! The defects that no example on the page can show.

use wayleave_manifest::{Checked, Code, MAX_BYTES, MAX_DEFECTS, Source, check as check_source};

use crate::{check, codes, with_entries};

/// What the tests below produce.
pub(crate) const WITHOUT_EXAMPLE: &[Code] = &[
    Code::TooLarge,
    Code::NotUtf8,
    Code::ByteOrderMark,
    Code::ControlCharacter,
    Code::TooManyValues,
    Code::MetadataTooLarge,
    Code::MoreDefects,
];

fn place(checked: &Checked) -> String {
    checked.defects[0].place.to_string()
}

#[test]
fn too_large() {
    let checked = check(&"#".repeat(MAX_BYTES + 1));
    assert_eq!((codes(&checked), place(&checked)), (vec![Code::TooLarge], "1:1".to_owned()));
    // Exactly the bound is read.
    assert_eq!(codes(&check(&"#".repeat(MAX_BYTES))), [Code::Empty]);
}

#[test]
fn not_utf8() {
    let source = Source::from_bytes("m", b"wayleave: 1\n# caf\xe9\n".to_vec());
    let checked = check_source(&source, None);
    assert_eq!((codes(&checked), place(&checked)), (vec![Code::NotUtf8], "2:6".to_owned()));
}

#[test]
fn byte_order_mark() {
    let checked = check(&format!("\u{feff}{}", with_entries("  []\n")));
    assert_eq!((codes(&checked), place(&checked)), (vec![Code::ByteOrderMark], "1:1".to_owned()));
    assert!(checked.manifest.is_none());
}

#[test]
fn control_characters() {
    let checked = check("wayleave: 1\0\nserver: \u{1b}[31m\n");
    assert_eq!(codes(&checked), [Code::ControlCharacter, Code::ControlCharacter]);
    assert_eq!(place(&checked), "1:12");
    assert_eq!(checked.defects[0].message, "the control character U+0000 is not allowed");
}

#[test]
fn too_many_values() {
    let checked = check(&format!("[{}]", "1,".repeat(600_000)));
    assert_eq!(codes(&checked), [Code::TooManyValues]);
}

// G2
#[test]
fn metadata_too_large() {
    let long = "x".repeat(64 * 1024);
    let yaml = with_entries(&format!("  - {{ name: n, uri: 'a:b', handler: true, description: {long} }}\n"));
    assert_eq!(codes(&check(&yaml)), [Code::MetadataTooLarge]);
}

/// C3: every text that people read is looked at, each by its kind; bodies are the application's own.
#[test]
fn deceiving_texts() {
    let yaml = r#"wayleave: 1
server: { name: "a\u200Bb", version: "1\u2060", title: "t\u202E", description: "d\u200D", instructions: "i\U000E0049" }
policy: open
resources:
  - name: "n\u200B"
    uri: 'a:b'
    title: "two\nlines"
    description: "two\nlines, 👩\u200D👩 and \u202Ehidden"
    body: { text: "a\u200Bb" }
  - { name: زبان, uri: 'a:c', title: "🏝\uFE0F", description: "می\u200Cخواهم 🏝\uFE0F", handler: true }
"#;
    let checked = check(yaml);
    assert_eq!(codes(&checked), vec![Code::DeceivingText; 9]);
    assert!(checked.manifest.is_some());
    let found: Vec<_> =
        checked.defects.iter().map(|defect| (defect.path.as_str(), defect.message.as_str())).collect();
    let one = "1 zero-width character";
    assert_eq!(found[0], ("server.name", &*format!("this name holds {one}")));
    assert_eq!(found[1], ("server.version", &*format!("this version holds {one}")));
    assert_eq!(found[2], ("server.title", "this title holds 1 bidirectional control"));
    assert_eq!(found[3], ("server.description", &*format!("this description holds {one}")));
    let hidden = "this text holds 1 tag character; what is hidden reads \"I\"";
    assert_eq!(found[4], ("server.instructions", hidden));
    assert_eq!(found[5], ("resources[0].name", &*format!("this name holds {one}")));
    assert_eq!(found[6], ("resources[0].title", "this title holds 1 control character"));
    assert_eq!(found[7], ("resources[0].description", "this description holds 1 bidirectional control"));
    // An emoji's selector is honest in prose, and out of place in a title.
    assert_eq!(found[8], ("resources[1].title", "this title holds 1 stray variation selector"));
    // The place is that of the character, where it is written as an escape too.
    let lines: Vec<&str> = yaml.lines().collect();
    let place = checked.defects[7].place;
    let column = lines[place.line - 1].find("\\u202E").unwrap();
    assert_eq!(place.column, lines[place.line - 1][..column].chars().count() + 1);
}

#[test]
fn more_defects() {
    let unknown = |count: usize| {
        let keys: String = (0..count).map(|index| format!("x{index}: 1\n")).collect();
        check(&format!("{keys}{}", with_entries("  []\n")))
    };
    let exactly = unknown(MAX_DEFECTS);
    assert_eq!(codes(&exactly), vec![Code::UnknownKey; MAX_DEFECTS]);
    let over = unknown(MAX_DEFECTS + 5);
    assert_eq!(over.defects.len(), MAX_DEFECTS + 1);
    let last = over.defects.last().unwrap();
    assert_eq!((last.code, &*last.message), (Code::MoreDefects, "5 more defects are not listed"));
}
