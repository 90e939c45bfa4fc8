//! The mends that defects propose.

use wayleave_manifest::Code;

use crate::{check, codes, with_entries};

/// The only defect, as `code: help`.
fn only(yaml: &str) -> String {
    let checked = check(yaml);
    let [defect] = &*checked.defects else { panic!("{yaml}: {:?}", checked.defects) };
    format!("{}: {}", defect.code, defect.help.as_deref().unwrap_or_default())
}

fn only_of(entry: &str) -> String {
    only(&with_entries(&format!("  - {{ name: n, {entry} }}\n")))
}

#[test]
fn a_lone_value_is_written_out() {
    let wrong = |entry| only_of(entry);
    assert_eq!(wrong("uri: 'a:b', body: hello"), "wrong-type: write `body: { text: hello }`");
    assert_eq!(wrong("uri: 'a:b', body: 'Hi, you'"), "wrong-type: write `body: { text: \"Hi, you\" }`");
    assert_eq!(wrong("uri: 'a:b', body: \"a\\nb\""), "wrong-type: write `body: { text: … }`");
    assert_eq!(wrong("uri: 'a:b', handler: true, cache: 5m"), "wrong-type: write `cache: { ttl: 5m }`");
    assert_eq!(
        wrong("uriTemplate: 'a:/{y}', handler: true, captures: { y: u32 }"),
        "wrong-type: write `y: { type: u32 }`"
    );
    assert_eq!(
        wrong("uriTemplate: 'a:/{y}', handler: true, captures: { y: { complete: [a] } }"),
        "wrong-type: write `complete: { values: [ … ] }`"
    );
    let head = "wayleave: 1\npolicy: open\nresources: []\n";
    assert_eq!(
        only(&format!("{head}server: garden\n")),
        "wrong-type: write `server: { name: garden, version: … }`"
    );
    assert_eq!(
        only(
            &format!("{head}server: {{ name: s, version: 1 }}\nstores: {{ docs: ./docs }}\n")
                .replace("[]", "[{ name: n, uri: 'a:b', body: { store: docs, path: x } }]")
        ),
        "wrong-type: write `docs: { url: ./docs }`"
    );
    // Nothing at all stands for no value.
    assert_eq!(wrong("uri: 'a:b', body: ~"), "wrong-type: ");
}

#[test]
fn what_is_missing_is_to_be_added() {
    assert_eq!(
        only("wayleave: 1\npolicy: open\nresources: []\n"),
        "missing-key: add `server: …`: who serves these resources"
    );
    assert_eq!(only_of("handler: true"), "missing-key: add `uri: …` or `uriTemplate: …`");
    assert_eq!(
        only(
            &with_entries("  []\n")
                .replace("resources", "stores: {}\nresources")
                .replace("policy: open\n", "")
        ),
        "missing-key: add `policy: …`: who may see and read what: `open` for everyone and everything. Cedar policies are \
         not supported yet"
    );
    let stored =
        with_entries("  - { name: n, uri: 'a:b', body: { store: d } }\n") + "stores: { d: { url: . } }\n";
    assert_eq!(
        only(&stored),
        "missing-key: add `path: …`: the file's path in the store; `{name}` stands for a capture"
    );
}

#[test]
fn other_words_for_keys() {
    let meant = |entry: &str| {
        let checked = check(&with_entries(&format!("  - {{ name: n, {entry} }}\n")));
        checked.defects[0].help.clone().unwrap()
    };
    assert_eq!(meant("mime: text/plain, uri: 'a:b', handler: true"), "did you mean `mimeType`?");
    assert_eq!(meant("template: 'a:/{b}', handler: true"), "did you mean `uriTemplate`?");
    assert_eq!(meant("uri: 'a:b', body: { file: x, store: d }"), "did you mean `path`?");
    assert_eq!(meant("uri: 'a:b', body: { content: x }"), "did you mean `text`?");
}

#[test]
fn a_uri_with_variables_is_a_template() {
    let checked = check(&with_entries("  - name: n\n    uri: garden://v/{x}\n    handler: true\n"));
    assert_eq!(codes(&checked), [Code::BadUri]);
    assert_eq!(checked.defects[0].place.to_string(), "6:21");
    let help = checked.defects[0].help.as_deref();
    assert_eq!(help, Some("a URI with variables is a template: write `uriTemplate`"));
    let other = check(&with_entries("  - { name: n, uri: 'garden://v/{x', handler: true }\n"));
    assert_ne!(other.defects[0].help.as_deref(), help);
}

#[test]
fn addresses_that_stand_twice() {
    let twice = |key: &str, address: &str| {
        only(&with_entries(&format!(
            "  - {{ name: a, {key}: '{address}', handler: true }}\n  - {{ name: b, {key}: '{address}', handler: true }}\n"
        )))
    };
    assert_eq!(
        twice("uri", "a:b"),
        "duplicate-uri: give this entry a URI of its own, or remove one of the two"
    );
    assert_eq!(
        twice("uriTemplate", "a:/{b}"),
        "duplicate-uri: give this entry a template of its own, or remove one of the two"
    );
}

// U5 U7: there is no URI that only one of them matches.
#[test]
fn one_family_under_two_names() {
    let pair = |one: &str, other: &str, allow: &str| {
        check(&with_entries(&format!(
            "  - {{ name: a, uriTemplate: '{one}', handler: true }}\n  \
             - {{ name: b, uriTemplate: '{other}', handler: true{allow} }}\n"
        )))
    };
    let same = pair("a:/{x}/b?q", "a:/{y}/b?q", "");
    assert_eq!(codes(&same), [Code::Overlap]);
    assert!(same.defects[0].help.as_deref().unwrap().contains("remove one of the two"));
    let differing = pair("a:/{x}/b", "a:/a/{y}", "");
    assert!(differing.defects[0].help.as_deref().unwrap().contains("`overlaps: allow`"));
    let accepted = pair("a:/{x}/b?q", "a:/{y}/b?q", ", overlaps: allow");
    assert_eq!(codes(&accepted), [Code::NeverRead]);
    assert!(accepted.manifest.is_some());
    assert_eq!(
        (accepted.defects[0].place.line, accepted.defects[0].related.as_ref().unwrap().place.line),
        (6, 5)
    );
    assert_eq!(codes(&pair("a:/{x}/b", "a:/a/{y}", ", overlaps: allow")), []);
    assert_eq!(codes(&pair("a:/{x}", "a:/{x}", ", overlaps: allow")), [Code::DuplicateUri]);
}

#[test]
fn keys_that_stand_too_far_out() {
    let checked = check(&with_entries(
        "  - name: n\n    uri: a:b\n    body:\n    store: d\n    path: x\nstores: { d: { url: . } }\n",
    ));
    assert_eq!(codes(&checked), [Code::UnknownKey, Code::UnknownKey]);
    let defect = &checked.defects[0];
    assert_eq!(defect.place.to_string(), "8:5");
    assert_eq!(defect.help.as_deref(), Some("`store` stands one level too far out: indent it under `body`"));
    assert_eq!(defect.related.as_ref().unwrap().place.to_string(), "7:5");
    let named = check("wayleave: 1\nserver:\nname: s\nversion: 1\npolicy: open\nresources: []\n");
    assert_eq!(codes(&named), [Code::UnknownKey, Code::UnknownKey]);
    // A key that belongs nowhere is only unknown, and what is left out is left out.
    let other = check(&with_entries("  - name: n\n    uri: a:b\n    body:\n    colour: red\n"));
    assert_eq!(codes(&other), [Code::WrongType, Code::UnknownKey]);
}

#[test]
fn stores_are_unused_only_where_all_uses_are_known() {
    let stores = "stores: { d: { url: . } }\n";
    let codes_of = |entries: &str| codes(&check(&(with_entries(entries) + stores)));
    assert_eq!(codes_of("  []\n"), [Code::UnusedStore]);
    assert_eq!(codes_of("  name: n\n"), [Code::WrongType]);
    assert_eq!(codes_of("  - n\n"), [Code::WrongType]);
    assert_eq!(codes_of("  - { name: n, uri: 'a:b', body: d }\n"), [Code::WrongType]);
}

// G5
#[test]
fn items_that_are_nearly_served() {
    let rest = "  - { name: plant, uriTemplate: 'g://plants/{slug}', handler: true }\n  \
                - { name: tools, uri: 'g://tools/all', handler: true }\n";
    let help = |item: &str| {
        only(&with_entries(&format!(
            "{rest}  - {{ name: b, uriTemplate: 'g://b/{{t}}', bundle: ['{item}'] }}\n"
        )))
    };
    assert_eq!(help("g://plant/leek"), "unserved-item: did you mean `g://plants/leek`?");
    assert_eq!(help("g://plant/{t}"), "unserved-item: did you mean `g://plants/{t}`?");
    assert_eq!(help("g://tools/al"), "unserved-item: did you mean `g://tools/all`?");
    let far = "unserved-item: add an entry that serves it, or mend the URI";
    assert_eq!(help("g://sheds/all"), far);
    assert_eq!(help("g://plants/leek/x"), far);
}
