//! The structure of a manifest against the table of keys: unknown, missing and conflicting keys, wrong types, bad
//! values. Everything is looked at, whatever else is wrong beside it.

use std::fmt;

use crate::code::Code;
use crate::defect::{Defects, Found};
use crate::form::Form;
use crate::keys::{Key, Mapping, ROOT, Rule, UNBOUNDED, VERSION, Value};
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
enum What<'a> {
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
        let mut suggested = Vec::new();
        for pair in pairs {
            match keys.iter().find(|key| key.name == pair.key) {
                Some(key) => self.value(&pair.value, &key.value, What::Key(key.name)),
                None if pair.repeated => {}
                None => suggested.extend(self.unknown(pair, pairs, keys, mapping.what)),
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
            self.defects.add(Found::new(Code::MissingKey, span, message).help(key.doc));
        }
        for rule in mapping.rules {
            match *rule {
                Rule::OneOf(names) => {
                    if !names.iter().any(|name| meant(name)) && !self.defects.skips() {
                        let message = format!("{} needs one of {}", mapping.what, one_of(names));
                        self.defects.add(Found::new(Code::MissingKey, span, message));
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
                        self.defects.add(Found::new(Code::MissingKey, pair.key_span, message));
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

    /// Reports an unknown key; the key that was probably meant, if that one is not there.
    fn unknown(
        &mut self,
        pair: &Pair<'_>,
        pairs: &[Pair<'_>],
        keys: &'static [Key],
        what: &str,
    ) -> Option<&'static str> {
        if self.defects.skips() {
            return None;
        }
        let names: Vec<&'static str> = keys.iter().map(|key| key.name).collect();
        let message = format!("{what} has no key {}", quoted(&pair.key));
        let found = Found::new(Code::UnknownKey, pair.key_span, message);
        let near = nearest(&pair.key, &names);
        self.defects.add(match near {
            Some(near) => found.help(format!("did you mean {}?", quoted(near))),
            None => found.help(format!("the keys are {}", one_of(&names))),
        });
        near.filter(|near| !pairs.iter().any(|pair| pair.key == *near))
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
        self.defects.add(match mend(node, kind) {
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

/// The mend for the usual mistakes of type.
fn mend(node: &Node<'_>, kind: &Value) -> Option<String> {
    match (&node.kind, kind) {
        (Kind::Mapping(pairs), Value::Text(_)) => match pairs.as_slice() {
            [only] if only.value.scalar().is_some_and(|scalar| scalar.text.is_empty()) => {
                Some(format!("quote it: {}", quoted(&format!("\"{{{}}}\"", only.key))))
            }
            _ => None,
        },
        (Kind::Scalar(scalar), Value::Text(_)) if !scalar.text.is_empty() => {
            Some(format!("quote it, if it is meant as text: {}", quoted(&format!("\"{}\"", scalar.text))))
        }
        (Kind::Scalar(scalar), Value::True) if matches!(&*scalar.text, "yes" | "Yes" | "on" | "On" | "y") => {
            Some("write `true`: YAML 1.2 has no other word for it".to_owned())
        }
        (
            Kind::Scalar(scalar),
            Value::Whole | Value::Fraction | Value::Version | Value::True | Value::Size,
        ) if scalar.style != Style::Plain => Some("write it without quotes".to_owned()),
        (Kind::Scalar(_), Value::List(..)) => Some("write `[ … ]`, or a `-` before each item".to_owned()),
        _ => None,
    }
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
