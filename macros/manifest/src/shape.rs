//! The structure of a manifest against the table of keys: unknown, missing and conflicting keys, wrong types, bad
//! values. Everything is looked at, whatever else is wrong beside it.

use std::collections::HashSet;
use std::fmt;

use crate::code::Code;
use crate::defect::{Defects, Found};
use crate::form::Form;
use crate::keys::{Key, Mapping, ROOT, Rule, UNBOUNDED, VERSION, Value};
use crate::mend::{addition, mend};
use crate::quote::{one_of, quoted};
use crate::scalar::{self, Misfit};
use crate::source::Span;
use crate::tree::{Kind, Node, Pair, Scalar, Style};

/// Checks the whole tree.
pub(crate) fn check(root: &Node<'_>, defects: &mut Defects) {
    Shape { defects }.value(root, &Value::Map(&ROOT), What::Whole);
}

/// What a message is about.
#[derive(Clone, Copy)]
pub(crate) enum What<'a> {
    Whole,
    Key(&'a str),
    Item(&'a str),
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("the manifest"),
            Self::Key(key) => f.write_str(&quoted(key)),
            Self::Item(list) => write!(f, "an item of {}", quoted(list)),
        }
    }
}

/// What an unknown key probably stands for.
enum Meant {
    /// This key, misspelt.
    Key(&'static str),
    /// A key of the mapping that is missing under the key at this place.
    Under(Span),
}

struct Shape<'d> {
    defects: &'d mut Defects,
}

impl Shape<'_> {
    fn value(&mut self, node: &Node<'_>, kind: &Value, what: What<'_>) {
        match (&node.kind, kind) {
            (Kind::Refused, _) => {}
            (Kind::Mapping(pairs), Value::Map(mapping) | Value::Either(_, mapping)) => {
                self.mapping(node.span, pairs, mapping);
            }
            (Kind::Mapping(pairs), Value::Named(form, mapping, most)) => {
                self.named(pairs, *form, mapping, *most, what);
            }
            (Kind::Mapping(pairs), Value::Anything) => {
                pairs.iter().for_each(|pair| self.anything(&pair.value, &pair.key));
            }
            (Kind::List(items), Value::List(item, most)) => self.list(items, item, *most, what),
            (Kind::Scalar(scalar), kind) => self.scalar(node, scalar, kind, what),
            _ => self.wrong_type(node, kind, what),
        }
    }

    fn mapping(&mut self, span: Span, pairs: &[Pair<'_>], mapping: &Mapping) {
        let keys = (mapping.keys)();
        let known = |pair: &Pair<'_>| keys.iter().find(|key| key.name == pair.key);
        let mut suggested = Vec::new();
        // A key whose own keys stand beside it is not left out as well: that is one mistake.
        let mut emptied = HashSet::new();
        for pair in pairs.iter().filter(|pair| !pair.repeated && known(pair).is_none()) {
            match self.unknown(pair, pairs, keys, mapping.what) {
                Some(Meant::Key(name)) => suggested.push(name),
                Some(Meant::Under(span)) => _ = emptied.insert(span),
                None => {}
            }
        }
        for pair in pairs.iter().filter(|pair| !emptied.contains(&pair.key_span)) {
            if let Some(key) = known(pair) {
                self.value(&pair.value, &key.value, What::Key(key.name));
            }
        }
        let found = |name: &str| pairs.iter().find(|pair| pair.key == name && !pair.repeated);
        // A misspelt key is one mistake, and there is one message for it already.
        let meant = |name: &str| found(name).is_some() || suggested.contains(&name);
        for key in keys.iter().filter(|key| key.required && !meant(key.name)) {
            if self.defects.skips() {
                continue;
            }
            let message = format!("{} needs the key {}", mapping.what, quoted(key.name));
            self.defects.add(Found::new(Code::MissingKey, span, message).help(addition(key)));
        }
        for rule in mapping.rules {
            match *rule {
                Rule::OneOf(names) => {
                    if !names.iter().any(|name| meant(name)) && !self.defects.skips() {
                        let message = format!("{} needs one of {}", mapping.what, one_of(names));
                        let names: Vec<String> = names.iter().map(|name| format!("{name}: …")).collect();
                        let help = format!("add {}", one_of(&names));
                        self.defects.add(Found::new(Code::MissingKey, span, message).help(help));
                    }
                    let mut standing: Vec<&Pair<'_>> = names.iter().filter_map(|name| found(name)).collect();
                    standing.sort_by_key(|pair| pair.key_span);
                    if let Some((first, others)) = standing.split_first() {
                        for other in others {
                            let message = format!("{} has only one of {}", mapping.what, one_of(names));
                            self.conflict(first, other, message);
                        }
                    }
                }
                Rule::Needs(name, other) => {
                    if let Some(pair) = found(name).filter(|_| !meant(other)) {
                        let message = format!("{} needs {} beside it", quoted(name), quoted(other));
                        let found = Found::new(Code::MissingKey, pair.key_span, message);
                        let other = keys.iter().find(|key| key.name == other);
                        self.defects.add(match other {
                            Some(other) => found.help(addition(other)),
                            None => found,
                        });
                    }
                }
                Rule::Excludes(name, other, why) => {
                    if let (Some(first), Some(second)) = (found(name), found(other)) {
                        let (first, second) =
                            if first.key_span < second.key_span { (first, second) } else { (second, first) };
                        let message =
                            format!("{} and {} cannot stand together: {why}", quoted(name), quoted(other));
                        self.conflict(first, second, message);
                    }
                }
            }
        }
    }

    fn conflict(&mut self, first: &Pair<'_>, second: &Pair<'_>, message: String) {
        let found = Found::new(Code::ConflictingKeys, second.key_span, message);
        let found = found.related(first.key_span, format!("{} stands here", quoted(&first.key)));
        self.defects.add(found.help("remove one of the two"));
    }

    /// Reports an unknown key; what was probably meant, if that would be right.
    fn unknown(
        &mut self,
        pair: &Pair<'_>,
        pairs: &[Pair<'_>],
        keys: &'static [Key],
        what: &str,
    ) -> Option<Meant> {
        if self.defects.skips() {
            return None;
        }
        let names: Vec<&'static str> = keys.iter().map(|key| key.name).collect();
        let message = format!("{what} has no key {}", quoted(&pair.key));
        let found = Found::new(Code::UnknownKey, pair.key_span, message);
        if let Some(owner) = owner(pair, pairs, keys) {
            let (name, owner_name) = (quoted(&pair.key), quoted(&owner.key));
            let help = format!("{name} stands one level too far out: indent it under {owner_name}");
            let related = format!("{owner_name} stands here, with nothing under it");
            self.defects.add(found.related(owner.key_span, related).help(help));
            return Some(Meant::Under(owner.key_span));
        }
        let near = synonym(&pair.key, keys).or_else(|| nearest(&pair.key, &names));
        self.defects.add(match near {
            Some(near) => found.help(format!("did you mean {}?", quoted(near))),
            None => found.help(format!("the keys are {}", one_of(&names))),
        });
        near.filter(|near| !pairs.iter().any(|pair| pair.key == *near)).map(Meant::Key)
    }

    fn named(
        &mut self,
        pairs: &[Pair<'_>],
        form: Form,
        mapping: &'static Mapping,
        most: usize,
        what: What<'_>,
    ) {
        for pair in pairs {
            if let Some(fault) = form.fault(&pair.key) {
                self.bad_value(pair.key_span, fault.message, fault.help);
            }
            self.value(&pair.value, &Value::Map(mapping), What::Key(&pair.key));
        }
        if let Some(pair) = pairs.get(most) {
            self.bad_value(pair.key_span, format!("{what} holds more than {most} names"), "");
        }
    }

    fn list(&mut self, items: &[Node<'_>], item: &Value, most: usize, what: What<'_>) {
        let name = match what {
            What::Key(name) | What::Item(name) => name,
            What::Whole => "the manifest",
        };
        items.iter().for_each(|node| self.value(node, item, What::Item(name)));
        if let Some(node) = items.get(most).filter(|_| most != UNBOUNDED) {
            self.bad_value(node.span, format!("{what} holds more than {most} items"), "");
        }
    }

    fn scalar(&mut self, node: &Node<'_>, scalar: &Scalar<'_>, kind: &Value, what: What<'_>) {
        if scalar.is_null() {
            return self.wrong_type(node, kind, what);
        }
        let result = match kind {
            Value::Text(form) => {
                if let Some(fault) = form.fault(&scalar.text) {
                    self.bad_value(node.span, format!("{what}: {}", fault.message), fault.help);
                }
                Ok(())
            }
            Value::Word(words) | Value::Either(words, _) => {
                if !words.contains(&&*scalar.text) {
                    let message = format!("{what} cannot be {}", quoted(&scalar.text));
                    let help = match nearest(&scalar.text, words) {
                        Some(near) => format!("did you mean {}?", quoted(near)),
                        None => format!("write {}", one_of(words)),
                    };
                    self.bad_value(node.span, message, &help);
                }
                Ok(())
            }
            Value::Version => scalar::whole(scalar).and_then(|version| match version {
                VERSION => Ok(()),
                _ => Err(Misfit::Value("is a version that is not known")),
            }),
            Value::True => scalar::truth(scalar).and_then(|truth| match truth {
                true => Ok(()),
                false => Err(Misfit::Value("is true, or is left out")),
            }),
            Value::Whole => scalar::whole(scalar).map(drop),
            Value::Size => scalar::size(scalar).map(drop),
            Value::Duration => scalar::duration(scalar).map(drop),
            Value::Fraction => scalar::number(scalar).and_then(|number| match number {
                0.0..=1.0 => Ok(()),
                _ => Err(Misfit::Value("is not between 0 and 1")),
            }),
            Value::List(..) | Value::Map(_) | Value::Named(..) | Value::Anything => Err(Misfit::Kind),
        };
        match result {
            Ok(()) => {}
            Err(Misfit::Kind) => self.wrong_type(node, kind, what),
            Err(Misfit::Value(why)) => {
                let help = format!("write {}", wanted(kind));
                self.bad_value(node.span, format!("{what} {why}: {}", quoted(&scalar.text)), &help);
            }
        }
    }

    /// A value below `meta`: anything but a number that JSON cannot hold.
    fn anything(&mut self, node: &Node<'_>, key: &str) {
        match &node.kind {
            Kind::Scalar(scalar) => {
                if let Err(Misfit::Value(why)) = scalar::json(scalar) {
                    let message = format!("{} {why}: {}", quoted(key), quoted(&scalar.text));
                    self.bad_value(node.span, message, "quote it, if it is meant as text");
                }
            }
            Kind::List(items) => items.iter().for_each(|item| self.anything(item, key)),
            Kind::Mapping(pairs) => pairs.iter().for_each(|pair| self.anything(&pair.value, &pair.key)),
            Kind::Refused => {}
        }
    }

    fn wrong_type(&mut self, node: &Node<'_>, kind: &Value, what: What<'_>) {
        if self.defects.skips() {
            return;
        }
        let message = format!("{what} must be {}, and this is {}", wanted(kind), standing(node));
        let found = Found::new(Code::WrongType, node.span, message);
        self.defects.add(match mend(node, kind, what) {
            Some(help) => found.help(help),
            None => found,
        });
    }

    fn bad_value(&mut self, span: Span, message: String, help: &str) {
        let found = Found::new(Code::BadValue, span, message);
        self.defects.add(if help.is_empty() { found } else { found.help(help) });
    }
}

/// What a kind of value is called.
fn wanted(kind: &Value) -> String {
    match kind {
        Value::Version => format!("the number {VERSION}"),
        Value::Text(_) => "text".to_owned(),
        Value::True => "`true`".to_owned(),
        Value::Word(words) => one_of(words),
        Value::Whole => "a whole number from 0".to_owned(),
        Value::Fraction => "a number from 0 to 1".to_owned(),
        Value::Duration => "a duration such as `500ms`, `5s`, `5m` or `1h`".to_owned(),
        Value::Size => "a number of bytes such as `4096`, `16KiB` or `8MiB`".to_owned(),
        Value::List(..) => "a list".to_owned(),
        Value::Map(_) | Value::Named(..) | Value::Anything => "a mapping".to_owned(),
        Value::Either(words, _) => format!("{} or a mapping", one_of(words)),
    }
}

/// What a value is.
fn standing(node: &Node<'_>) -> String {
    match &node.kind {
        Kind::List(_) => "a list".to_owned(),
        Kind::Mapping(_) | Kind::Refused => "a mapping".to_owned(),
        Kind::Scalar(scalar) if scalar.text.is_empty() && scalar.style == Style::Plain => {
            "left out".to_owned()
        }
        Kind::Scalar(scalar) if scalar.is_null() => "null".to_owned(),
        Kind::Scalar(scalar) if scalar.style == Style::Plain => quoted(&scalar.text),
        Kind::Scalar(scalar) => format!("the text {}", quoted(&scalar.text)),
    }
}

/// The pair with nothing under it that `pair` belongs under: it stands above, and takes such a key.
fn owner<'p, 's>(pair: &Pair<'_>, pairs: &'p [Pair<'s>], keys: &[Key]) -> Option<&'p Pair<'s>> {
    let takes = |owner: &&Pair<'_>| {
        let left_out = owner.value.scalar().is_some_and(|s| s.style == Style::Plain && s.text.is_empty());
        let key = keys.iter().find(|key| left_out && key.name == owner.key);
        match key.map(|key| &key.value) {
            Some(Value::Map(inner)) => (inner.keys)().iter().any(|key| key.name == pair.key),
            Some(Value::Named(..)) => matches!(pair.value.kind, Kind::Mapping(_)),
            _ => false,
        }
    };
    let above = pairs.iter().filter(|other| !other.repeated && other.key_span < pair.key_span);
    above.rev().find(takes)
}

/// The key that is called `text` elsewhere.
fn synonym(text: &str, keys: &[Key]) -> Option<&'static str> {
    let meant = |key: &&Key| key.also.iter().any(|word| word.eq_ignore_ascii_case(text));
    keys.iter().find(meant).map(|key| key.name)
}

/// The word of the list that is spelt most like `text`, if one is near enough to be meant.
pub(crate) fn nearest<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    // Longer words are no misspellings that a reader would not see, and comparing many of them would cost.
    const LONGEST: usize = 64;
    const MOST: usize = 256;
    if !(2..=LONGEST).contains(&text.len()) {
        return None;
    }
    let bare = text.replace(['-', '_', ' '], "");
    let distance = |word: &&'w str| {
        let allowed = (word.len().min(text.len()) / 3).max(1);
        let distance = match word.len().abs_diff(text.len()) {
            _ if word.eq_ignore_ascii_case(&bare) => 0,
            far if far > allowed => return None,
            _ => strsim::osa_distance(word, text),
        };
        (distance <= allowed).then_some((*word, distance))
    };
    let near = words.iter().take(MOST).filter_map(distance).min_by_key(|&(_, distance)| distance);
    near.map(|(word, _)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        let words = ["uri", "uriTemplate", "mimeType", "name", "u32"];
        assert_eq!(nearest("uri_template", &words), Some("uriTemplate"));
        assert_eq!(nearest("mimetype", &words), Some("mimeType"));
        assert_eq!(nearest("nmae", &words), Some("name"));
        assert_eq!(nearest("url", &words), Some("uri"));
        assert_eq!(nearest("content", &words), None);
        assert_eq!(nearest("x", &words), None);
        assert_eq!(nearest(&"x".repeat(1 << 20), &words), None);
    }
}
