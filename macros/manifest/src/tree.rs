//! Text to a tree of values, each with its place.
//!
//! The parser's events are read one by one, so nothing is expanded and nothing is guessed: a scalar stays the
//! text that was written, a repeated key stays visible, and what makes YAML treacherous (anchors, aliases,
//! tags, merge keys, directives, several documents) is refused where it stands. Depth and the number of values
//! are bounded; there is no recursion while building.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use granit_parser::{Event, Parser, ScalarStyle};

use crate::code::Code;
use crate::defect::{Defects, Found};
use crate::quote::{escaped, quoted};
use crate::source::{Fault, MAX_BYTES, Source, Span};
use crate::syntax;

/// How deeply lists and mappings may be nested. The deepest key of a manifest stands at 7; the rest is room
/// for `meta`, and the same bound holds for a schema from a peer.
pub(crate) const MAX_DEPTH: usize = 64;

/// How many values (scalars, lists, mappings, keys counted as well) a file may hold: 10,000 entries of 50 values,
/// which takes some 60 MB at the very worst.
pub(crate) const MAX_VALUES: usize = 500_000;

/// A value with its place.
#[derive(Debug)]
pub(crate) struct Node<'s> {
    pub(crate) span: Span,
    pub(crate) kind: Kind<'s>,
}

#[derive(Debug)]
pub(crate) enum Kind<'s> {
    Scalar(Scalar<'s>),
    List(Vec<Node<'s>>),
    Mapping(Vec<Pair<'s>>),
    /// An alias. It is reported already, so nothing more is said of it.
    Refused,
}

/// A key with its value; the key is a scalar.
#[derive(Debug)]
pub(crate) struct Pair<'s> {
    pub(crate) key: Cow<'s, str>,
    pub(crate) key_span: Span,
    pub(crate) value: Node<'s>,
    /// The key stood in this mapping before. That is reported already; the first one counts.
    pub(crate) repeated: bool,
}

/// Text as it was meant, and how it was written.
#[derive(Debug)]
pub(crate) struct Scalar<'s> {
    pub(crate) text: Cow<'s, str>,
    pub(crate) style: Style,
}

/// The notation of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Single,
    Double,
    /// `|`; each line of the source is indented by that many characters.
    Literal {
        indent: usize,
    },
    /// `>`.
    Folded,
}

impl Scalar<'_> {
    /// Whether this is YAML's null: nothing at all, `~` or `null`, unquoted.
    pub(crate) fn is_null(&self) -> bool {
        self.style == Style::Plain && matches!(&*self.text, "" | "~" | "null" | "Null" | "NULL")
    }
}

impl<'s> Node<'s> {
    /// The first value under `key`, if this is a mapping.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        self.pairs().find(|pair| pair.key == key).map(|pair| &pair.value)
    }

    /// The pairs of a mapping, each key once; nothing if this is no mapping.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = &Pair<'s>> {
        let pairs = match &self.kind {
            Kind::Mapping(pairs) => pairs.as_slice(),
            _ => &[],
        };
        pairs.iter().filter(|pair| !pair.repeated)
    }

    /// The items of a list; nothing if this is no list.
    pub(crate) fn items(&self) -> &[Self] {
        match &self.kind {
            Kind::List(items) => items,
            _ => &[],
        }
    }

    pub(crate) fn scalar(&self) -> Option<&Scalar<'s>> {
        match &self.kind {
            Kind::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }
}

/// Reads the text into a tree. `None` when there is none to check further: an empty file, or a fault after
/// which nothing can be trusted.
pub(crate) fn grow<'s>(source: &'s Source, defects: &mut Defects) -> Option<Node<'s>> {
    readable(source, defects)?;
    let mut builder = Builder { defects, open: Vec::new(), root: None, documents: 0, values: 0 };
    // The parser's own bound is one past ours, so that ours speaks first where it can.
    let options = granit_parser::options! {
        disallow_directives: true,
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
        flow_nesting_limit: MAX_DEPTH + 1,
        block_nesting_limit: MAX_DEPTH + 1,
    };
    for next in Parser::new_from_str_with_options(source.text(), options) {
        let more = match next {
            Ok((event, span)) => builder.take(event, &span),
            Err(error) => {
                let at = error.marker().byte_offset().unwrap_or_else(|| source.text().len());
                builder.defects.add(syntax::explain(source.text(), error.kind(), at));
                return None;
            }
        };
        if !more {
            return None;
        }
    }
    if builder.root.is_none() {
        let found = Found::new(Code::Empty, Span::at(0), "the file holds no manifest");
        builder.defects.add(found.help("start with `wayleave: 1`"));
    }
    builder.root
}

/// Reports what makes the bytes unfit for the parser; `None` when it must not see them.
fn readable(source: &Source, defects: &mut Defects) -> Option<()> {
    let end = Span::at(source.text().len());
    match source.fault() {
        Some(Fault::TooLarge) => {
            let message = format!("the file is larger than {} MiB", MAX_BYTES / (1024 * 1024));
            let help = "keep long texts in files of their own, in a store";
            defects.add(Found::new(Code::TooLarge, end, message).help(help));
            return None;
        }
        Some(Fault::NotUtf8) => {
            let found = Found::new(Code::NotUtf8, end, "this byte is not UTF-8");
            defects.add(found.help("save the file as UTF-8"));
            return None;
        }
        None => {}
    }
    if source.text().starts_with('\u{FEFF}') {
        let found =
            Found::new(Code::ByteOrderMark, Span::new(0, 3), "the file begins with a byte order mark");
        defects.add(found.help("save the file as UTF-8 without a byte order mark"));
    }
    let mut clean = Some(());
    for (offset, character) in source.text().char_indices().filter(|&(_, c)| forbidden(c)) {
        clean = None;
        if defects.skips() {
            continue;
        }
        let span = Span::new(offset, offset + character.len_utf8());
        let message = format!("the control character U+{:04X} is not allowed", u32::from(character));
        let help = "remove it, or write it as an escape in double quotes";
        defects.add(Found::new(Code::ControlCharacter, span, message).help(help));
    }
    clean
}

/// What YAML calls not printable.
fn forbidden(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\u{85}' => false,
        '\u{FFFE}' | '\u{FFFF}' => true,
        _ => character.is_control(),
    }
}

struct Builder<'s, 'd> {
    defects: &'d mut Defects,
    /// The lists and mappings that are not closed yet, the outermost first.
    open: Vec<Open<'s>>,
    root: Option<Node<'s>>,
    documents: usize,
    values: usize,
}

struct Open<'s> {
    start: usize,
    /// Where the last thing inside ended; a block ends there, not where the parser notices its end.
    end: usize,
    what: Collection<'s>,
}

enum Collection<'s> {
    List(Vec<Node<'s>>),
    Mapping {
        pairs: Vec<Pair<'s>>,
        /// Where each key stood first.
        seen: HashMap<Cow<'s, str>, Span>,
        /// The key whose value is awaited. A key that was refused has none to keep.
        key: Option<Option<(Cow<'s, str>, Span)>>,
    },
}

impl<'s> Builder<'s, '_> {
    /// Takes one event in; false when the rest of the file is not worth reading.
    fn take(&mut self, event: Event<'s>, span: &granit_parser::Span) -> bool {
        if let Some(tag) = span.tag_span().and_then(|tag| tag.byte_range()) {
            let found = Found::new(Code::Tag, Span::new(tag.start, tag.end), "tags are not allowed");
            self.defects.add(found.help("remove it: the key says what kind of value is meant"));
        }
        let place = span.byte_range().map_or(Span::at(0), |range| Span::new(range.start, range.end));
        match event {
            Event::DocumentStart(..) => return self.document(place),
            Event::Anchor(_, name) => {
                let message = format!("anchors are not allowed: {}", quoted(&format!("&{name}")));
                let found = Found::new(Code::Anchor, place, message);
                self.defects.add(found.help("remove it, and write the value where it is needed"));
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                let found = Found::new(Code::Alias, place, "aliases are not allowed");
                self.defects.add(found.help("write the value itself"));
                return self.value(Node { span: place, kind: Kind::Refused });
            }
            Event::Scalar(text, style, ..) => return self.scalar(text, style, span, place),
            Event::SequenceStart(..) => return self.start(place, Collection::List(Vec::new())),
            Event::MappingStart(..) => {
                let (pairs, seen) = (Vec::new(), HashMap::new());
                return self.start(place, Collection::Mapping { pairs, seen, key: None });
            }
            Event::SequenceEnd | Event::MappingEnd => return self.end(place),
            _ => {}
        }
        true
    }

    fn document(&mut self, place: Span) -> bool {
        self.documents += 1;
        if self.documents > 1 {
            let found = Found::new(Code::SecondDocument, place, "a second document begins here");
            self.defects.add(found.help("a file holds one manifest: move this one to a file of its own"));
            return false;
        }
        true
    }

    fn scalar(
        &mut self,
        text: Cow<'s, str>,
        style: ScalarStyle,
        span: &granit_parser::Span,
        place: Span,
    ) -> bool {
        let style = match style {
            ScalarStyle::SingleQuoted => Style::Single,
            ScalarStyle::DoubleQuoted => Style::Double,
            ScalarStyle::Literal => Style::Literal { indent: span.indent.unwrap_or(0) },
            ScalarStyle::Folded => Style::Folded,
            _ => Style::Plain,
        };
        // The parser shows a value that is left out as a `~` that takes no place.
        let left_out = style == Style::Plain && place.start == place.end;
        let text = if left_out { Cow::Borrowed("") } else { text };
        self.value(Node { span: place, kind: Kind::Scalar(Scalar { text, style }) })
    }

    fn start(&mut self, place: Span, what: Collection<'s>) -> bool {
        if self.open.len() >= MAX_DEPTH {
            self.defects.add(too_deep(place));
            return false;
        }
        self.open.push(Open { start: place.start, end: place.end, what });
        true
    }

    fn end(&mut self, place: Span) -> bool {
        let Some(open) = self.open.pop() else { return true };
        // A flow collection ends with its bracket; the end of a block takes no place.
        let end = if place.start < place.end { place.end } else { open.end };
        let span = Span::new(open.start, end);
        let kind = match open.what {
            Collection::List(items) => Kind::List(items),
            Collection::Mapping { pairs, .. } => Kind::Mapping(pairs),
        };
        self.value(Node { span, kind })
    }

    /// Puts a finished value where it belongs; false when there are too many.
    fn value(&mut self, node: Node<'s>) -> bool {
        self.values += 1;
        if self.values > MAX_VALUES {
            let message = format!("the file holds more than {MAX_VALUES} values");
            let found = Found::new(Code::TooManyValues, node.span, message);
            self.defects.add(found.help("split the manifest into several files"));
            return false;
        }
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return true;
        };
        open.end = open.end.max(node.span.end);
        match &mut open.what {
            Collection::List(items) => items.push(node),
            Collection::Mapping { pairs, seen, key } => match key.take() {
                None => *key = Some(checked_key(node, self.defects)),
                Some(None) => {}
                Some(Some((key, key_span))) => {
                    let first = *seen.entry(key.clone()).or_insert(key_span);
                    let repeated = first != key_span;
                    if repeated && !self.defects.skips() {
                        let message = format!("the key {} stands here twice", quoted(&key));
                        let found = Found::new(Code::DuplicateKey, key_span, message);
                        let found = found.related(first, "the first one stands here");
                        self.defects.add(found.help("remove one of the two"));
                    }
                    pairs.push(Pair { key, key_span, value: node, repeated });
                }
            },
        }
        true
    }
}

pub(crate) fn too_deep(place: Span) -> Found {
    let message = format!("lists and mappings are nested more than {MAX_DEPTH} deep");
    Found::new(Code::TooDeep, place, message)
}

fn checked_key<'s>(node: Node<'s>, defects: &mut Defects) -> Option<(Cow<'s, str>, Span)> {
    let span = node.span;
    let fault = match node.kind {
        Kind::Refused => return None,
        Kind::Scalar(scalar) if scalar.style == Style::Plain && scalar.text == "<<" => {
            let found = Found::new(Code::MergeKey, span, "the merge key `<<` is not allowed");
            defects.add(found.help("write the keys out"));
            return None;
        }
        Kind::Scalar(scalar) if scalar.is_null() => "a key is empty",
        Kind::Scalar(scalar) => return Some((scalar.text, span)),
        Kind::List(_) => "a key is text, and this is a list",
        Kind::Mapping(_) => "a key is text, and this is a mapping",
    };
    let found = Found::new(Code::BadKey, span, fault);
    defects.add(found.help("text that holds braces or brackets must be quoted"));
    None
}

/// The way from the root to what stands at `span`, such as `resources[2].uriTemplate`.
pub(crate) fn path_to(root: &Node<'_>, span: Span) -> String {
    let mut path = String::new();
    let mut node = root;
    loop {
        node = match &node.kind {
            Kind::List(items) => {
                let index = items.partition_point(|item| item.span.end < span.end);
                let Some(item) = items.get(index).filter(|item| item.span.holds(span)) else { break };
                // Writing to a string cannot fail.
                let _ = write!(path, "[{index}]");
                item
            }
            Kind::Mapping(pairs) => {
                // A mapping's pairs stand in the order of the file.
                let from = pairs.partition_point(|pair| pair.value.span.end < span.start);
                let near = pairs.get(from..).unwrap_or_default();
                let held = |pair: &&Pair<'_>| pair.key_span.holds(span) || pair.value.span.holds(span);
                let Some(pair) = near.iter().take_while(|pair| pair.key_span.start <= span.start).find(held)
                else {
                    break;
                };
                push_key(&mut path, &pair.key);
                if pair.key_span.holds(span) {
                    break;
                }
                &pair.value
            }
            Kind::Scalar(_) | Kind::Refused => break,
        };
    }
    path
}

fn push_key(path: &mut String, key: &str) {
    let plain = key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if !plain || key.len() > 256 {
        path.push_str("[\"");
        path.push_str(&escaped(&key.chars().take(64).collect::<String>().replace('"', "\\\"")));
        path.push_str("\"]");
        return;
    }
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(key);
}
