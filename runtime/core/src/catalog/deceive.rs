//! Characters that deceive a reader (C3), also inside of JSON.

pub(super) use wayleave_model::deceive::{Deceit, Place, is_invisible, is_plain, printable};

use super::json::Tree;

/// Looks at every key and text of a JSON text that is checked and nested within bounds.
pub(super) fn look_inside(json: &str) -> Deceit {
    let mut deceit = Deceit::default();
    if let Ok(tree) = Tree::parse(json) {
        look_at(&tree, &mut deceit);
    }
    deceit
}

fn look_at(tree: &Tree<'_>, deceit: &mut Deceit) {
    match tree {
        Tree::Text(text) => deceit.look(text, Place::Prose),
        Tree::Array(items) => items.iter().for_each(|item| look_at(item, deceit)),
        Tree::Object(entries) => entries.iter().for_each(|(key, value)| {
            deceit.look(key, Place::Name);
            look_at(value, deceit);
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inside_json() {
        let json = r#"{"properties":{"a\u200bb":{"description":"x\u202e\ud83d\ude00"}},"enum":["\u202e"]}"#;
        assert_eq!(look_inside(json).to_string(), "2 bidirectional controls, 1 zero-width character");
    }
}
