//! Files that are made to harm: a clear answer with a place, in bounded time and memory.

use wayleave_manifest::{Code, Place};

use crate::{check, codes, with_entries};

#[test]
fn alias_bombs() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..=9 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    let checked = check(&bomb);
    let count = |code| codes(&checked).iter().filter(|&&found| found == code).count();
    assert_eq!((count(Code::Anchor), count(Code::Alias)), (10, 81));
    assert_eq!(checked.defects[0].place, Place { line: 1, column: 1 });

    let quadratic = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), "*a, ".repeat(100_000));
    assert_eq!(check(&quadratic).defects.last().unwrap().code, Code::MoreDefects);
}

#[test]
fn deep_nesting() {
    for yaml in ["[".repeat(100_000), "{a: ".repeat(100_000), "- ".repeat(100_000), "? ".repeat(100_000)] {
        let checked = check(&yaml);
        assert_eq!(codes(&checked), [Code::TooDeep], "{}", &yaml[..8]);
        assert!(checked.defects[0].place.column < 300);
    }
}

#[test]
fn tabs() {
    let checked = check("wayleave: 1\nserver:\n\tname: s\n");
    assert_eq!(codes(&checked), [Code::Syntax]);
    assert_eq!(checked.defects[0].place, Place { line: 3, column: 1 });
    assert_eq!(checked.defects[0].message, "a tab is not allowed here");
}

#[test]
fn repeated_keys_at_any_depth() {
    let checked = check(&with_entries(
        "  - name: n\n    uri: a:b\n    handler: true\n    meta: { a: { b: [ { c: 1, c: 2 } ] } }\n    name: m\n",
    ));
    assert_eq!(codes(&checked), [Code::DuplicateKey, Code::DuplicateKey]);
    assert_eq!(checked.defects[0].path, "resources[0].meta.a.b[0].c");
    assert_eq!(checked.defects[1].place, Place { line: 9, column: 5 });
}

#[test]
fn words_stay_words() {
    let yaml = "wayleave: 1\nserver: { name: NO, version: 1.10, title: 0x10 }\npolicy: open\nresources: []\n";
    let manifest = check(yaml).manifest.unwrap();
    assert_eq!(manifest.server.name, "NO");
    assert_eq!(manifest.server.version, "1.10");
    assert_eq!(manifest.server.title.unwrap(), "0x10");
}

#[test]
fn huge_numbers() {
    let head = "wayleave: 1\nserver: { name: s, version: v }\npolicy: open\nresources: []\n";
    for number in ["1e1000", "99999999999999999999999999", "0xfffffffffffffffffffff"] {
        let checked = check(&format!("{head}limits: {{ maxItems: {number} }}\n"));
        assert_eq!(codes(&checked), [Code::BadValue], "{number}");
        assert_eq!(checked.defects[0].place, Place { line: 5, column: 21 });
    }
}

#[test]
fn syntax_after_other_defects() {
    let checked = check("a: &x 1\nb: *x\nc: {d: 1, d: 2}\ne: \"open\n");
    assert_eq!(codes(&checked), [Code::Anchor, Code::Alias, Code::DuplicateKey, Code::Syntax]);
    assert_eq!(checked.defects[3].place, Place { line: 4, column: 4 });
}

#[test]
fn messages_cannot_be_forged() {
    let checked = check(&with_entries(
        "  - name: n\n    uri: a:b\n    handler: true\n    \"\\e[31m\\nm.yaml:1:1: \\u202e\": 1\n",
    ));
    assert_eq!(codes(&checked), [Code::UnknownKey]);
    let defect = &checked.defects[0];
    assert!(!defect.message.contains(['\u{1b}', '\n', '\u{202e}']), "{}", defect.message);
    assert!(!defect.path.contains(['\u{1b}', '\n', '\u{202e}']), "{}", defect.path);
}

#[test]
fn long_keys_and_many_keys() {
    // A misspelt key of any length is compared with the known ones in bounded time.
    let long = "k".repeat(1000);
    let keys: String = (0..2000).map(|index| format!("{long}{index}: 1\n")).collect();
    let checked = check(&keys);
    assert!(checked.defects.iter().all(|defect| defect.message.chars().count() < 200));
}

// U3: linear in the length, whatever is written.
#[test]
fn long_templates() {
    for template in [
        "a://h/".to_owned() + &"{a}".repeat(20_000),
        "a://h/".to_owned() + &"x/".repeat(10_000),
        "-".repeat(2000),
    ] {
        let checked =
            check(&with_entries(&format!("  - name: n\n    uriTemplate: '{template}'\n    handler: true\n")));
        assert_eq!(checked.defects.len(), 1);
    }
}

/// The codes for an entry with this text template.
fn of_template(text: &str) -> Vec<Code> {
    let text = text.replace('\'', "''");
    codes(&check(&with_entries(&format!(
        "  - {{ name: n, uriTemplate: 'a://b/{{w}}', body: {{ template: '{text}' }} }}\n"
    ))))
}

#[test]
fn long_text_templates() {
    assert_eq!(of_template(&"{{ 1 }}".repeat(2_000)), []);
    assert_eq!(of_template(&"{{ 1 }}".repeat(2_001)), [Code::BadValue]);
    assert_eq!(of_template(&"x".repeat(60_000)), []);
    assert_eq!(of_template(&"x".repeat(60_001)), [Code::BadValue]);
    assert_eq!(of_template(&"x".repeat(256 * 1024 + 1)), [Code::BadValue]);
}

// The engine takes a tag apart by recursion: the longest that is accepted fits a small stack, whatever it is made of,
// and a longer one is refused before the engine sees it.
#[test]
fn long_tags() {
    let within = |open: &str, part: &str, close: &str, bytes: usize| {
        let parts = (bytes - open.len() - close.len()) / part.len();
        format!("{open}{}{close}", part.repeat(parts))
    };
    let shapes = [
        ("{{ w", "~w", " }}"),
        ("{{ w", "+w", " }}"),
        ("{{ w", "|e", " }}"),
        ("{{ w", ".w", " }}"),
        ("{{ w", "[0]", " }}"),
        ("{{ w", "()", " }}"),
        ("{{ w", "**1", " }}"),
        ("{{ w", " and w", " }}"),
        ("{{ w", " is string", " }}"),
        ("{{ w", " if w else w", " }}"),
        ("{{ ", "not ", "w }}"),
        ("{{ ", "-", "1 }}"),
        ("{{ ", "(", " }}"),
        ("{{ ", "[", " }}"),
        ("{{ ", "{1:", " }}"),
        ("{% set ", "(", " %}"),
        ("{% for ", "(", " %}{% endfor %}"),
        ("{{ '", "x", "' }}"),
    ];
    for (open, part, close) in shapes {
        let accepted = of_template(&within(open, part, close, 512));
        assert!(!accepted.contains(&Code::BadValue), "{open}{part}");
        for bytes in [600, 5_000, 100_000] {
            let found = of_template(&within(open, part, close, bytes));
            assert!(found.contains(&Code::BadValue), "{open}{part} {bytes}: {found:?}");
        }
    }
    let branches = |count: usize| format!("{{% if w %}}{}{{% endif %}}", "{% elif w %}".repeat(count));
    assert_eq!(of_template(&branches(64)), []);
    assert_eq!(of_template(&branches(65)), [Code::BadValue]);
}

// What grows without a step that fuel would count is not tried, so that the check ends.
#[test]
fn values_that_double() {
    for double in ["{% set a = a + a %}", "{% set a = [a, a] %}"] {
        for end in ["{{ a|length }}", "{{ a == a }}", "{{ a|string|length }}"] {
            let text = format!("{{% set a = [w] %}}{}{end}", double.repeat(60));
            assert_eq!(of_template(&text), [], "{double} {end}");
        }
    }
    assert_eq!(of_template("{{ namespace(a=1) }}"), [Code::UnknownFunction]);
    assert_eq!(of_template("{{ [w]|chain([w])|list }}"), [Code::UnknownFilter]);
}

// Many undeclared variables are looked for in one walk.
#[test]
fn many_undeclared_variables() {
    let tags: String = (0..2_000).map(|index| format!("{{{{ a{index} }}}}")).collect();
    let checked =
        check(&with_entries(&format!("  - {{ name: n, uri: 'a:b', body: {{ template: '{tags}' }} }}\n")));
    assert_eq!(checked.defects.last().unwrap().message, "1000 more defects are not listed");
}

// A bundle's items are looked for among thousands of templates, and what is past the limit is not looked for at all.
#[test]
fn many_templates_and_many_items() {
    let templates: String = (0..2_000)
        .map(|index| {
            format!("  - {{ name: t{index}, uriTemplate: 'a://h/{{v}}/p{index}/{{w}}', handler: true }}\n")
        })
        .collect();
    let items: String = (0..20_000).map(|index| format!("      - a://h/{{x}}/q/e{index}\n")).collect();
    let bundle = format!("  - name: b\n    uriTemplate: 'a://b/{{x}}'\n    bundle:\n{items}");
    let found = codes(&check(&with_entries(&(templates + &bundle))));
    assert_eq!(found.iter().filter(|code| **code == Code::TooManyItems).count(), 1);
    assert!(found.len() <= 1_024 + 2, "{}", found.len());
}

// Addresses are identifiers only: nothing is fetched.
#[test]
fn addresses_are_only_identifiers() {
    let checked =
        check(&with_entries("  - { name: n, uri: 'http://169.254.169.254/latest', handler: true }\n"));
    assert_eq!(checked.defects, []);
}
