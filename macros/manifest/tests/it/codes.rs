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
