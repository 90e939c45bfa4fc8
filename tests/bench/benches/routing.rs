//! A look-up in the route table beside matchit's first match and a bare hash map, from 10 to 10,000 routes.
//!
//! `cargo bench -p wayleave-bench --bench routing`

use std::{cell::Cell, collections::HashMap};

use wayleave_bench::{Way, compare};
use wayleave_model::{Address, RouteTable, Uri, UriRef, UriTemplate};

fn main() {
    for size in [10, 100, 1_000, 10_000] {
        templates(size);
    }
    exact();
}

/// Requests for different routes in an order that no cache foresees.
struct Requests {
    uris: Vec<String>,
    next: Cell<usize>,
}

impl Requests {
    fn new(size: usize, uri: impl Fn(usize) -> String) -> Self {
        // A prime step over a power of two visits every place.
        let uris = (0..4_096).map(|index| uri(index * 7_919 % size)).collect();
        Self { uris, next: Cell::new(0) }
    }

    fn next(&self) -> &str {
        let index = self.next.get();
        self.next.set((index + 1) % self.uris.len());
        self.uris.get(index).map(String::as_str).unwrap_or_default()
    }
}

/// The same requests, checked beforehand.
struct Checked<'a> {
    uris: Vec<UriRef<'a>>,
    next: Cell<usize>,
}

impl<'a> Checked<'a> {
    fn new(requests: &'a Requests) -> Self {
        let uris = requests.uris.iter().filter_map(|uri| UriRef::parse(uri).ok()).collect();
        Self { uris, next: Cell::new(0) }
    }

    fn next(&self) -> Option<UriRef<'a>> {
        let index = self.next.get();
        self.next.set((index + 1) % self.uris.len());
        self.uris.get(index).copied()
    }
}

fn templates(size: usize) {
    let table = RouteTable::new((0..size).filter_map(|index| {
        UriTemplate::parse(&format!("asset://host/seg/{{a}}/seg{index}/{{b}}")).ok().map(Address::Template)
    }));
    let mut peer = matchit::Router::new();
    for index in 0..size {
        if let Err(error) = peer.insert(format!("/seg/{{a}}/seg{index}/{{b}}"), index) {
            println!("matchit refuses a route: {error}");
        }
    }
    let ours = Requests::new(size, |index| format!("asset://host/seg/alpha/seg{index}/beta"));
    let escaped = Requests::new(size, |index| format!("asset://host/seg/al%20pha/seg{index}/be%C3%A9ta"));
    let theirs = Requests::new(size, |index| format!("/seg/alpha/seg{index}/beta"));
    let (checked, checked_escaped) = (Checked::new(&ours), Checked::new(&escaped));
    let values = |uri: UriRef<'_>| {
        let selected = table.select(uri).ok()?;
        let mut values = selected.captures().iter();
        Some((values.next()?.1.len(), values.next()?.1.len()))
    };
    compare(
        &format!("{size} templates: find all, decode, both values"),
        &mut [
            Way::new("text checked (U1), looked up, values taken", || {
                UriRef::parse(ours.next()).ok().and_then(values)
            }),
            Way::new("the same with escapes in both values", || {
                UriRef::parse(escaped.next()).ok().and_then(values)
            }),
            Way::new("looked up, escaped values taken", || checked_escaped.next().and_then(values)),
            Way::new("looked up, values taken", || checked.next().and_then(values)),
            Way::new("looked up", || checked.next().is_some_and(|uri| table.select(uri).is_ok())),
            Way::new("matchit: first match, both values", || {
                let found = peer.at(theirs.next()).ok()?;
                Some((found.params.get("a")?.len(), found.params.get("b")?.len()))
            }),
        ],
        60,
        8_192,
    );
}

fn exact() {
    let size = 1_000;
    let text = |index: usize| format!("asset://host/documents/number/{index}/text");
    let table =
        RouteTable::new((0..size).filter_map(|index| Uri::parse(&text(index)).ok().map(Address::Uri)));
    let map: HashMap<String, usize> = (0..size).map(|index| (text(index), index)).collect();
    let ours = Requests::new(size, text);
    let theirs = Requests::new(size, text);
    let checked = Checked::new(&ours);
    compare(
        "1,000 exact URIs",
        &mut [
            Way::new("looked up", || {
                checked.next().and_then(|uri| table.select(uri).ok().map(|found| found.route()))
            }),
            Way::new("text checked (U1), looked up", || {
                UriRef::parse(ours.next())
                    .ok()
                    .and_then(|uri| table.select(uri).ok().map(|found| found.route()))
            }),
            Way::new("a bare hash map", || map.get(theirs.next()).copied()),
        ],
        60,
        8_192,
    );
}
