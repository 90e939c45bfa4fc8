//! Bundles: each item is a URI, or a template over the bundle's own captures, that an entry which is no bundle
//! serves (G5, G30).

use wayleave_model::{Address, Limits, RouteId, RouteTable, Unselected, Uri, UriError, UriTemplate};

use super::{Checked, Checker, Variables};
use crate::code::Code;
use crate::defect::Found;
use crate::manifest::BundleItem;
use crate::quote::{escaped, quoted};
use crate::raw::{Placed, RawEntry, RawServes, Text};

/// A value for a variable that no author writes as a literal segment.
const ANY: &str = "~any~value~of~a~capture~";

/// How many addresses are compared with an item that nothing serves.
const COMPARED: usize = 1000;

/// The entries as routes. Those with a bad address are left out.
struct Routes<'e> {
    table: RouteTable,
    /// For each route the entry's index and whether it is a bundle.
    entries: Vec<Route<'e>>,
}

#[derive(Clone, Copy)]
struct Route<'e> {
    address: &'e Address,
    checked: &'e Checked,
    index: usize,
    bundle: bool,
}

/// What an item leads to.
enum Served {
    /// An entry that is no bundle.
    Yes,
    /// The bundle with this index.
    ByBundle(usize),
    /// Nothing, because …
    No(String),
    /// Two templates or more, none of which serves it then (U5).
    Ambiguous,
}

impl Checker<'_> {
    /// The items of each entry's bundle; `None` for an entry that is no bundle, or a bad one.
    pub(super) fn bundles(
        &mut self,
        raw: &[RawEntry<'_>],
        entries: &[Checked],
        limits: &Limits,
    ) -> Vec<Option<Vec<BundleItem>>> {
        let bundle =
            |entry: &RawEntry<'_>| entry.serves.iter().any(|part| matches!(part, RawServes::Bundle(_)));
        let mut routes = None;
        let mut checked = Vec::with_capacity(raw.len());
        for (entry, known) in raw.iter().zip(entries) {
            let items = entry.serves.iter().find_map(|part| match part {
                RawServes::Bundle(items) => Some(items),
                _ => None,
            });
            checked.push(items.and_then(|items| {
                let routes = routes.get_or_insert_with(|| Routes::new(raw.iter().map(bundle), entries));
                self.bundle(items, known, routes, raw, limits)
            }));
        }
        checked
    }

    fn bundle(
        &mut self,
        items: &Placed<Vec<Text<'_>>>,
        entry: &Checked,
        routes: &Routes<'_>,
        raw: &[RawEntry<'_>],
        limits: &Limits,
    ) -> Option<Vec<BundleItem>> {
        if let Some(item) = items.value.get(limits.max_plan_items) {
            let count = items.value.len();
            let most = limits.max_plan_items;
            let message = format!("the bundle names {count} items, and `maxPlanItems` allows {most}");
            self.add(Found::new(Code::TooManyItems, item.span, message));
        }
        let mut seen = std::collections::HashMap::new();
        let variables = entry.address.as_ref().map(Variables::of);
        let mut checked = Vec::with_capacity(items.value.len());
        // What is past the limit is at fault as a whole.
        for &item in items.value.iter().take(limits.max_plan_items) {
            if let Some(first) = seen.insert(item.text, item.span) {
                let found = Found::new(
                    Code::DuplicateItem,
                    item.span,
                    format!("the bundle names {} twice", quoted(item.text)),
                );
                self.add(found.related(first, "the first one stands here").help("remove one of the two"));
                continue;
            }
            // With as many defects as are listed, the look for more would only take time.
            if self.defects.is_full() {
                return None;
            }
            if let Some(parsed) = self.item(item, variables.as_ref()) {
                self.served(item, routes.serves(&parsed), routes, raw);
                checked.push(parsed);
            }
        }
        (checked.len() == items.value.len()).then_some(checked)
    }

    /// Parses an item as a URI, or as a template over `variables`.
    fn item(&mut self, item: Text<'_>, variables: Option<&Variables<'_>>) -> Option<BundleItem> {
        if !item.text.contains(['{', '}']) {
            return match Uri::parse(item.text) {
                Ok(uri) => Some(BundleItem::Uri(uri)),
                Err(error) => {
                    self.bad_uri(item, error);
                    None
                }
            };
        }
        let template = match UriTemplate::parse(item.text) {
            Ok(template) => template,
            Err(error) => {
                let span = item.at(self.source, error.offset());
                let found = Found::new(Code::BadTemplate, span, error.kind().message());
                self.add(found.help(escaped(error.help()).into_owned()));
                return None;
            }
        };
        let variables = variables?;
        let mut captures = Vec::new();
        let mut known = true;
        for name in template.variables() {
            match variables.position(name) {
                Some(index) => captures.push(index),
                None => {
                    let offset = item.text.find(&format!("{{{name}}}")).map_or(0, |open| open + 1);
                    self.unknown_capture(item.at(self.source, offset), name, variables);
                    known = false;
                }
            }
        }
        known.then_some(BundleItem::Template { template, captures })
    }

    fn bad_uri(&mut self, item: Text<'_>, error: UriError) {
        let span = item.at(self.source, error.offset());
        self.add(Found::new(Code::BadUri, span, error.kind().message()).help(error.help()));
    }

    fn served(&mut self, item: Text<'_>, served: Served, routes: &Routes<'_>, raw: &[RawEntry<'_>]) {
        match served {
            Served::Yes => {}
            Served::ByBundle(index) => {
                let Some(bundle) = raw.get(index) else { return };
                let name = bundle.name.map_or("", |name| name.text);
                let message = format!("{} is a bundle itself ({})", quoted(item.text), quoted(name));
                let found = Found::new(Code::NestedBundle, item.span, message);
                let span = bundle.name.map_or(bundle.span, |name| name.span);
                self.add(found.related(span, "the bundle stands here").help("name that bundle's items here"));
            }
            Served::No(why) => {
                let message = format!("no entry serves {}: {why}", quoted(item.text));
                let help = match routes.near(item.text) {
                    Some(near) => format!("did you mean {}?", quoted(&near)),
                    None => "add an entry that serves it, or mend the URI".to_owned(),
                };
                self.add(Found::new(Code::UnservedItem, item.span, message).help(help));
            }
            Served::Ambiguous => {
                let message =
                    format!("{} is served by none of the templates that match it", quoted(item.text));
                let help = "keep these templates apart, or give it an entry of its own";
                self.add(Found::new(Code::UnservedItem, item.span, message).help(help));
            }
        }
    }
}

impl<'e> Routes<'e> {
    fn new(bundles: impl Iterator<Item = bool>, entries: &'e [Checked]) -> Self {
        let entries: Vec<Route<'e>> = entries
            .iter()
            .zip(bundles)
            .enumerate()
            .filter_map(|(index, (checked, bundle))| {
                let address = checked.address.as_ref()?;
                Some(Route { address, checked, index, bundle })
            })
            .collect();
        let table = RouteTable::new(entries.iter().map(|route| route.address.clone()));
        Self { table, entries }
    }

    fn serves(&self, item: &BundleItem) -> Served {
        match item {
            BundleItem::Uri(uri) => self.serves_uri(uri),
            BundleItem::Template { template, .. } => self.serves_template(template),
        }
    }

    fn serves_uri(&self, uri: &Uri) -> Served {
        match self.table.select(uri.as_ref()) {
            Ok(selected) => {
                let Some(route) = self.route(selected.route()) else { return nothing() };
                if route.bundle {
                    return Served::ByBundle(route.index);
                }
                let captures = route.checked.captures.as_deref().unwrap_or_default();
                let values = selected.captures();
                let mut pairs = captures.iter().zip(values.iter());
                match pairs.find(|(capture, (_, value))| !capture.kind.accepts(value)) {
                    Some((capture, _)) => {
                        Served::No(format!("{} must be {}", quoted(&capture.name), capture.kind))
                    }
                    None => Served::Yes,
                }
            }
            Err(Unselected::NotFound) => nothing(),
            Err(Unselected::Ambiguous { .. }) => Served::Ambiguous,
            Err(other) => Served::No(escaped(&other.to_string()).into_owned()),
        }
    }

    /// Whether an entry serves what the template gives. A family that serves every value is looked for first; then
    /// any entry that serves some value.
    fn serves_template(&self, template: &UriTemplate) -> Served {
        let values = vec![ANY; template.variables().len()];
        let families = match template.expand_within(&values, usize::MAX) {
            Ok(uri) => self.table.matches(uri.as_ref()),
            Err(_) => Vec::new(),
        };
        let families: Vec<Route<'_>> = families.into_iter().filter_map(|id| self.route(id)).collect();
        if !families.is_empty() {
            return served_by(families.iter().find(|route| route.bundle).or(families.first()));
        }
        let mut bundle = None;
        let served = self.table.find_meeting(template, |id| {
            let route = self.route(id);
            bundle = bundle.or(route.filter(|route| route.bundle));
            route.is_some_and(|route| !route.bundle)
        });
        match served {
            Some(_) => Served::Yes,
            None => served_by(bundle.as_ref()),
        }
    }

    /// The item with one segment spelt as in an address that would serve it.
    fn near(&self, item: &str) -> Option<String> {
        let candidates = self.entries.iter().filter(|route| !route.bundle).take(COMPARED);
        candidates.filter_map(|route| respelt(item, route.address.as_str())).min().map(|(_, near)| near)
    }

    fn route(&self, id: RouteId) -> Option<Route<'e>> {
        self.entries.get(id.index()).copied()
    }
}

/// The item with the one literal segment that differs from the address's replaced, if the two are spelt alike; and how
/// many letters that takes.
fn respelt(item: &str, address: &str) -> Option<(usize, String)> {
    const LETTERS: usize = 3;
    let segments: Vec<&str> = item.split('/').collect();
    let others: Vec<&str> = address.split('/').collect();
    let differs =
        |(one, other): &(&&str, &&str)| one != other && !other.starts_with('{') && !one.starts_with('{');
    let mut differing = segments.iter().zip(&others).enumerate().filter(|(_, pair)| differs(pair));
    let (Some((index, (one, other))), None) = (differing.next(), differing.next()) else { return None };
    let most = LETTERS.min(one.chars().count() / 2);
    if segments.len() != others.len() || one.len().abs_diff(other.len()) > 4 * LETTERS || one.len() > 256 {
        return None;
    }
    let distance = strsim::osa_distance(one, other);
    let respelt =
        segments.iter().enumerate().map(|(at, segment)| if at == index { *other } else { *segment });
    (distance <= most).then(|| (distance, respelt.collect::<Vec<_>>().join("/")))
}

fn served_by(route: Option<&Route<'_>>) -> Served {
    match route {
        None => nothing(),
        Some(route) if route.bundle => Served::ByBundle(route.index),
        Some(_) => Served::Yes,
    }
}

fn nothing() -> Served {
    Served::No("none matches".to_owned())
}
