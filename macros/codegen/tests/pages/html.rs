//! The HTML by the rules of browsers: which elements and attributes come out, whatever the manifest holds.

use std::collections::{BTreeMap, BTreeSet};

use html5gum::{Token, Tokenizer};
use wayleave_manifest::Manifest;

use crate::{handbook, hostile, pages, parsed};

struct Tag {
    name: String,
    attributes: BTreeMap<String, String>,
}

/// The start tags, after a check that every element is closed in its turn and that the text has no faults.
fn tags(html: &str) -> Vec<Tag> {
    const VOID: [&str; 3] = ["meta", "img", "wbr"];
    let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (mut tags, mut open) = (Vec::new(), Vec::new());
    for token in Tokenizer::new(html) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = string(&tag.name);
                if !VOID.contains(&&*name) {
                    open.push(name.clone());
                }
                let attributes = tag.attributes.iter().map(|(key, value)| (string(key), string(value)));
                tags.push(Tag { name, attributes: attributes.collect() });
            }
            Token::EndTag(tag) => assert_eq!(open.pop().as_deref(), Some(&*string(&tag.name))),
            Token::Comment(comment) => panic!("a comment: {:?}", string(&comment)),
            Token::Error(error) => panic!("a fault: {error:?}"),
            Token::String(_) | Token::Doctype(_) => {}
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
    tags
}

fn check(manifest: &Manifest) {
    const ELEMENTS: &str = "a article body code dd div dl dt footer h1 h2 h3 h4 head header html img li main meta \
        nav ol p section span strong style table tbody td th thead title tr ul var wbr";
    const ATTRIBUTES: &str = "alt aria-label aria-labelledby charset class content height href http-equiv id lang \
        name rel role scope src width";
    let (elements, attributes): (BTreeSet<_>, BTreeSet<_>) =
        (ELEMENTS.split_whitespace().collect(), ATTRIBUTES.split_whitespace().collect());
    let html = pages(manifest).html;
    let tags = tags(&html);
    let mut ids = BTreeSet::new();
    let mut links = BTreeSet::new();
    for tag in &tags {
        assert!(elements.contains(&*tag.name), "<{}>", tag.name);
        for (name, value) in &tag.attributes {
            assert!(attributes.contains(&**name), "<{} {name}={value:?}>", tag.name);
            match &**name {
                "id" => assert!(ids.insert(value.clone()), "the anchor {value} stands twice"),
                "href" => match value.strip_prefix('#') {
                    Some(anchor) => _ = links.insert(anchor.to_owned()),
                    None => assert!(value.starts_with("https://"), "{value}"),
                },
                "aria-labelledby" => _ = links.insert(value.clone()),
                "src" => assert!(value.starts_with("data:image/"), "{value}"),
                "class" => {
                    assert!(value.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b' '), "{value}")
                }
                _ => {}
            }
        }
    }
    assert!(links.is_subset(&ids), "no anchors: {:?}", links.difference(&ids));
    let count = |name| tags.iter().filter(|tag| tag.name == name).count();
    assert_eq!(["h1", "main", "header", "nav", "footer", "title"].map(count), [1; 6]);
    assert_eq!(count("article"), manifest.resources.len());
    let levels: Vec<u8> = tags.iter().filter_map(|tag| tag.name.strip_prefix('h')?.parse().ok()).collect();
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "a level of headings is left out");
}

#[test]
fn the_handbook_is_sound() {
    check(&handbook());
}

#[test]
fn no_value_becomes_markup() {
    check(&hostile());
}

#[test]
fn nothing_to_serve_is_a_page_too() {
    check(&parsed("wayleave: 1\nserver: { name: none, version: 1.0.0 }\npolicy: open\nresources: []\n"));
}
