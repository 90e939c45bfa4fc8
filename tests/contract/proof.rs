//! `docs/proof.md`: which tests hold which rule, as the tests themselves say it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const MARK: &str =
    "<!-- what follows is written by WAYLEAVE_BLESS=1 cargo test -p wayleave-contract proof -->\n";

/// Where tests that name rules are, and what their names begin with.
const PLACES: [(&str, &str); 4] = [
    ("contract", "tests/contract"),
    ("macros", "tests/macros"),
    ("manifest", "tests/manifest"),
    ("model", "runtime/model/tests"),
];

/// A rule: its letter and its number.
type Rule = (char, u32);

/// The rules at the start of a test's comment: `U1`, `G10, G11`, `U4 to U6, G30`.
fn rules(comment: &str) -> BTreeSet<Rule> {
    let rule = |word: &str| -> Option<Rule> {
        let letter = word.chars().next().filter(|letter| "UG".contains(*letter))?;
        Some((letter, word.get(1..)?.parse().ok()?))
    };
    let named = comment.split(':').next().unwrap_or_default();
    let each = named.split(", ").flat_map(|part| match part.split_once(" to ") {
        Some((first, last)) => match (rule(first), rule(last)) {
            (Some(first), Some(last)) => (first.1..=last.1).map(|number| (first.0, number)).collect(),
            _ => Vec::new(),
        },
        None => rule(part).into_iter().collect(),
    });
    each.collect()
}

/// The tests of a file, each with the first line of the comment over it.
fn tests(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let (mut comment, mut is_test) = ("", false);
    for line in text.lines().map(str::trim) {
        let function = line.strip_prefix("async fn ").or_else(|| line.strip_prefix("fn "));
        if let Some(said) = line.strip_prefix("///").or_else(|| line.strip_prefix("//")) {
            comment = if comment.is_empty() { said.trim() } else { comment };
        } else if line.starts_with("#[") {
            is_test |= line.contains("test]");
        } else {
            if let (true, Some(function)) = (is_test, function) {
                found.push((function.split('(').next().unwrap(), comment));
            }
            (comment, is_test) = ("", false);
        }
    }
    found
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// Every rule with the tests that name it.
fn held() -> BTreeMap<(usize, u32), BTreeSet<String>> {
    let mut held = BTreeMap::<_, BTreeSet<_>>::new();
    for (start, place) in PLACES {
        let folder = Path::new(ROOT).join(place);
        let mut files = Vec::new();
        sources(&folder, &mut files);
        for file in files {
            let module = file.strip_prefix(&folder).unwrap().with_extension("");
            let module = module
                .iter()
                .map(|part| part.to_str().unwrap())
                .filter(|part| !["mod", "main"].contains(part));
            let module: Vec<_> = std::iter::once(start).chain(module).collect();
            let text = fs::read_to_string(&file).unwrap();
            for (name, comment) in tests(&text) {
                for (letter, number) in rules(comment) {
                    let test = format!("`{}::{name}`", module.join("::"));
                    held.entry(("UG".find(letter).unwrap(), number)).or_default().insert(test);
                }
            }
        }
    }
    held
}

/// The page's table is what the tests say, and each rule has one that holds it.
#[test]
fn every_rule_is_held() {
    let held = held();
    let stated = fs::read_to_string(Path::new(ROOT).join("docs/rules.md")).unwrap();
    let stated =
        stated.lines().filter_map(|line| rules(line.strip_prefix("- ")?.split(' ').next()?).pop_first());
    let stated: BTreeSet<_> = stated.map(|(letter, number)| ("UG".find(letter).unwrap(), number)).collect();
    assert_eq!(stated.len(), 8 + 30, "the rules are found");
    for rule in &stated {
        assert!(held.contains_key(rule), "no test names {}{}", ["U", "G"][rule.0], rule.1);
    }
    let mut table = String::from("\n| rule | tests |\n| --- | --- |\n");
    for ((letter, number), tests) in &held {
        assert!(stated.contains(&(*letter, *number)), "{tests:?} name a rule that there is not");
        let tests: Vec<_> = tests.iter().map(String::as_str).collect();
        table += &format!("| {}{number} | {} |\n", ["U", "G"][*letter], tests.join("<br>"));
    }
    let path = Path::new(ROOT).join("docs/proof.md");
    let page = fs::read_to_string(&path).unwrap();
    let (text, written) = page.split_once(MARK).expect("the page has its mark");
    if std::env::var_os("WAYLEAVE_BLESS").is_some() {
        fs::write(&path, format!("{text}{MARK}{table}")).unwrap();
    } else {
        assert_eq!(written, table, "WAYLEAVE_BLESS=1 writes the table anew");
    }
}

/// What is read from a comment.
#[test]
fn comments_name_rules() {
    let read = |comment| {
        rules(comment).into_iter().map(|(letter, number)| format!("{letter}{number}")).collect::<Vec<_>>()
    };
    assert_eq!(read("G8: a rule"), ["G8"]);
    assert_eq!(read("G8"), ["G8"]);
    assert_eq!(read("U4 to U6, G3, G10: some"), ["G3", "G10", "U4", "U5", "U6"]);
    assert!(read("What is read: G8").is_empty() && read("C3: not here").is_empty());
    let text = "/// G1: first\n/// line\n#[test]\nfn one() {\n}\n\n// G2\n#[tokio::test]\nasync fn two() {}\n// G3\nfn three() {}\n";
    assert_eq!(tests(text), [("one", "G1: first"), ("two", "G2")]);
}
