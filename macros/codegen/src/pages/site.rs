//! A manifest as the templates see it: texts, numbers, flags and lists, all worked out. The fields are the names
//! that a template uses; `docs/pages.md` of the project lists them for authors of templates.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use wayleave_manifest::{
    Body, BundleItem, Capture, Complete, Entry, Location, Manifest, Piece, Policy, Server, Serves,
};
use wayleave_model::{Cache, CacheScope, Icon, LimitKey, Role};

use super::{
    quantity,
    served::{Routes, Serving},
    tree::{self, Part, parts},
};

/// All that the pages say.
#[derive(Debug, Serialize)]
pub(super) struct Site<'m> {
    /// The title for people, else the name.
    heading: &'m str,
    server: About<'m>,
    policy: Rule,
    counts: Counts,
    stores: Vec<Store<'m>>,
    limits: Vec<Limit>,
    /// How many of the limits are not the default.
    limits_changed: usize,
    pub(super) resources: Vec<Resource<'m>>,
    pub(super) tree: Vec<Node<'m>>,
}

#[derive(Debug, Serialize)]
struct About<'m> {
    name: &'m str,
    version: &'m str,
    description: Option<&'m str>,
    instructions: Option<&'m str>,
    /// The home on the web; the check of the manifest admits nothing but `http` and `https`.
    website: Option<&'m str>,
    icons: Vec<Picture<'m>>,
}

#[derive(Debug, Serialize)]
struct Rule {
    name: &'static str,
    explanation: &'static str,
}

#[derive(Debug, Serialize)]
struct Counts {
    resources: usize,
    templates: usize,
    bundles: usize,
}

#[derive(Debug, Serialize)]
struct Store<'m> {
    name: &'m str,
    kind: &'static str,
    location: Option<String>,
}

#[derive(Debug, Serialize)]
struct Limit {
    key: &'static str,
    value: String,
    default: String,
    description: &'static str,
    changed: bool,
}

/// An entry of the manifest.
#[derive(Debug, Serialize)]
pub(super) struct Resource<'m> {
    /// The anchor of its section.
    id: String,
    name: &'m str,
    /// The title for people, else the name.
    heading: &'m str,
    description: Option<&'m str>,
    uri: &'m str,
    address: Vec<Part<'m>>,
    is_template: bool,
    mime_type: Option<&'m str>,
    size: Option<String>,
    audience: Option<String>,
    priority: Option<f64>,
    last_modified: Option<&'m str>,
    cache: Option<String>,
    overlaps: bool,
    rust: Option<&'m str>,
    icons: Vec<Picture<'m>>,
    meta: Vec<(&'m str, String)>,
    captures: Vec<Variable<'m>>,
    body: Served<'m>,
    /// The bundles that name it.
    used_by: Vec<Link<'m>>,
}

#[derive(Debug, Serialize)]
struct Variable<'m> {
    name: &'m str,
    #[serde(rename = "type")]
    kind: &'static str,
    completion: Option<Completion<'m>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Completion<'m> {
    Files { store: &'m str, glob: &'m str },
    Values(&'m [String]),
}

/// How an entry is served.
#[derive(Debug, Default, Serialize)]
struct Served<'m> {
    /// `text`, `template`, `file`, `bundle` or `handler`.
    kind: &'static str,
    /// The same for people.
    label: &'static str,
    /// Of a text or a template.
    length: Option<String>,
    store: Option<&'m str>,
    path: Option<&'m str>,
    path_parts: Vec<Part<'m>>,
    items: Vec<Item<'m>>,
}

#[derive(Debug, Serialize)]
struct Item<'m> {
    uri: &'m str,
    address: Vec<Part<'m>>,
    served_by: Vec<Link<'m>>,
    /// Whether there are more than `served_by` lists.
    served_by_others: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Link<'m> {
    id: String,
    name: &'m str,
}

#[derive(Debug, Serialize)]
struct Picture<'m> {
    source: &'m str,
    /// Whether the page can show it without asking anybody for it.
    embedded: bool,
}

/// A node of the tree.
#[derive(Debug, Serialize)]
pub(super) struct Node<'m> {
    label: String,
    parts: Vec<OwnedPart>,
    /// Two spaces for each level above.
    indent: String,
    resources: Vec<End<'m>>,
    children: Vec<Node<'m>>,
}

/// A [`Part`] of a label that was put together.
#[derive(Debug, Serialize)]
struct OwnedPart {
    text: String,
    variable: bool,
}

#[derive(Debug, Serialize)]
struct End<'m> {
    id: String,
    name: &'m str,
    kind: &'static str,
    label: &'static str,
}

impl<'m> Site<'m> {
    pub(super) fn of(manifest: &'m Manifest) -> Self {
        let links = links(&manifest.resources);
        let resources = resources(&manifest.resources, &links);
        let addresses = manifest.resources.iter().map(|entry| entry.definition.address().as_str());
        let tree = tree::grow(addresses).into_iter().map(|node| Node::of(node, 0, &resources)).collect();
        let limits: Vec<_> = manifest.limits.values().map(|(key, value)| Limit::of(key, value)).collect();
        let bundles = resources.iter().filter(|resource| resource.body.kind == "bundle").count();
        let templates = resources.iter().filter(|resource| resource.is_template).count();
        let server = &manifest.server;
        Self {
            heading: server.title.as_deref().unwrap_or(&server.name),
            server: About::of(server),
            policy: rule(manifest.policy),
            counts: Counts { resources: resources.len() - templates, templates, bundles },
            stores: manifest.stores.iter().map(Store::of).collect(),
            limits_changed: limits.iter().filter(|limit| limit.changed).count(),
            limits,
            resources,
            tree,
        }
    }
}

impl<'m> About<'m> {
    fn of(server: &'m Server) -> Self {
        Self {
            name: &server.name,
            version: &server.version,
            description: server.description.as_deref(),
            instructions: server.instructions.as_deref(),
            website: server.website_url.as_deref(),
            icons: server.icons.iter().map(Picture::of).collect(),
        }
    }
}

fn rule(policy: Policy) -> Rule {
    match policy {
        Policy::Open => Rule { name: "open", explanation: "Everyone sees and reads everything." },
        _ => Rule { name: "by rules", explanation: "Rules say who sees and reads what." },
    }
}

impl<'m> Store<'m> {
    fn of(store: &'m wayleave_manifest::Store) -> Self {
        let (kind, location) = match &store.location {
            Location::Folder(path) => ("folder", Some(path.display().to_string())),
            _ => ("store", None),
        };
        Self { name: &store.name, kind, location }
    }
}

impl Limit {
    fn of(key: &LimitKey, value: u64) -> Self {
        Self {
            key: key.key,
            value: quantity::limit(key.kind, value),
            default: quantity::limit(key.kind, key.default),
            description: key.description,
            changed: value != key.default,
        }
    }
}

/// The anchor and the name of each entry. Anchors are made of names, so that they outlive a change of the order.
fn links(entries: &[Entry]) -> Vec<Link<'_>> {
    const LONGEST: usize = 64;
    let mut taken = HashSet::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let link = |entry: &'_ Entry| {
        let mut slug = String::from("r");
        for word in entry.definition.name().split(|c: char| !c.is_ascii_alphanumeric()) {
            if !word.is_empty() && slug.len() < LONGEST {
                slug.push('-');
                slug.extend(word.chars().take(LONGEST).map(|c| c.to_ascii_lowercase()));
            }
        }
        let number = numbers.entry(slug.clone()).or_insert(0);
        loop {
            *number += 1;
            let id = if *number == 1 { slug.clone() } else { format!("{slug}-{number}") };
            if taken.insert(id.clone()) {
                return id;
            }
        }
    };
    let ids: Vec<_> = entries.iter().map(link).collect();
    let names = entries.iter().map(|entry| entry.definition.name());
    ids.into_iter().zip(names).map(|(id, name)| Link { id, name }).collect()
}

fn resources<'m>(entries: &'m [Entry], links: &[Link<'m>]) -> Vec<Resource<'m>> {
    let routes = Routes::of(entries);
    let linked = |index: usize| links.get(index).cloned();
    let mut used_by: Vec<Vec<Link<'m>>> = vec![Vec::new(); entries.len()];
    let mut bodies = Vec::with_capacity(entries.len());
    for (entry, link) in entries.iter().zip(links) {
        let mut body = Served::of(entry);
        if let Serves::Bundle(items) = &entry.serves {
            let mut named = HashSet::new();
            for item in items {
                let Serving { entries: serving, others } = routes.serving(item);
                for &index in serving.iter().filter(|index| named.insert(**index)) {
                    used_by.get_mut(index).into_iter().for_each(|users| users.push(link.clone()));
                }
                let served_by = serving.into_iter().filter_map(linked).collect();
                body.items.push(Item::of(item, served_by, others));
            }
        }
        bodies.push(body);
    }
    let parts = entries.iter().zip(links).zip(bodies).zip(used_by);
    parts.map(|(((entry, link), body), used_by)| Resource::of(entry, link, body, used_by)).collect()
}

impl<'m> Resource<'m> {
    fn of(entry: &'m Entry, link: &Link<'m>, body: Served<'m>, used_by: Vec<Link<'m>>) -> Self {
        let definition = &entry.definition;
        let annotations = definition.annotations();
        Self {
            id: link.id.clone(),
            name: definition.name(),
            heading: definition.title().unwrap_or(definition.name()),
            description: definition.description(),
            uri: definition.address().as_str(),
            address: parts(definition.address().as_str()),
            is_template: definition.address().as_template().is_some(),
            mime_type: definition.mime_type(),
            size: definition.size().map(quantity::bytes),
            audience: listed(annotations.audience.iter().map(|role| match role {
                Role::User => "user",
                Role::Assistant => "assistant",
                _ => "others",
            })),
            priority: annotations.priority,
            last_modified: annotations.last_modified.as_deref(),
            cache: definition.cache().map(cached),
            overlaps: definition.allows_overlaps(),
            rust: entry.rust.as_deref(),
            icons: definition.icons().iter().map(Picture::of).collect(),
            meta: definition.meta().iter().map(|(key, value)| (&**key, value.to_string())).collect(),
            captures: entry.captures.iter().map(Variable::of).collect(),
            body,
            used_by,
        }
    }
}

fn cached(cache: Cache) -> String {
    let scope = match cache.scope {
        CacheScope::Public => "for everyone",
        _ => "for the caller alone",
    };
    format!("{}, {scope}", quantity::time(cache.ttl))
}

/// With commas; nothing for an empty list.
fn listed<'a>(words: impl Iterator<Item = &'a str>) -> Option<String> {
    let words: Vec<_> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

impl<'m> Variable<'m> {
    fn of(capture: &'m Capture) -> Self {
        let completion = capture.complete.as_ref().map(|complete| match complete {
            Complete::Store { store, glob } => Completion::Files { store, glob: glob.as_str() },
            Complete::Values(values) => Completion::Values(values),
        });
        Self { name: &capture.name, kind: capture.kind.as_str(), completion }
    }
}

impl<'m> Served<'m> {
    /// All but the items of a bundle.
    fn of(entry: &'m Entry) -> Self {
        let length = |text: &str| Some(quantity::bytes(u64::try_from(text.len()).unwrap_or(u64::MAX)));
        match &entry.serves {
            Serves::Body(Body::Text(text)) => {
                Self { kind: "text", label: "text", length: length(text), ..Self::default() }
            }
            Serves::Body(Body::Template(text)) => {
                Self { kind: "template", label: "text template", length: length(text), ..Self::default() }
            }
            Serves::Body(Body::Store { store, path }) => Self {
                kind: "file",
                label: "file",
                store: Some(store),
                path: Some(path.as_str()),
                path_parts: path_parts(path.as_str(), path.pieces()),
                ..Self::default()
            },
            Serves::Bundle(_) => Self { kind: "bundle", label: "bundle", ..Self::default() },
            Serves::Handler => Self { kind: "handler", label: "code", ..Self::default() },
        }
    }
}

/// A path in parts; a capture is written with its braces, as in the path itself.
fn path_parts<'m>(text: &'m str, pieces: &[Piece]) -> Vec<Part<'m>> {
    let mut rest = text;
    let mut parts = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let (length, variable) = match piece {
            Piece::Literal(literal) => (literal.len(), false),
            Piece::Capture(_) => (rest.find('}').map_or(rest.len(), |end| end + 1), true),
        };
        let Some((part, after)) = rest.split_at_checked(length) else { break };
        parts.push(Part { text: part, variable });
        rest = after;
    }
    parts
}

impl<'m> Item<'m> {
    fn of(item: &'m BundleItem, served_by: Vec<Link<'m>>, served_by_others: bool) -> Self {
        let uri = match item {
            BundleItem::Uri(uri) => uri.as_str(),
            BundleItem::Template { template, .. } => template.as_str(),
        };
        Self { uri, address: parts(uri), served_by, served_by_others }
    }
}

impl<'m> Picture<'m> {
    fn of(icon: &'m Icon) -> Self {
        const KINDS: [&str; 5] = ["gif", "jpeg", "png", "svg+xml", "webp"];
        let kind = icon.src.strip_prefix("data:image/").and_then(|rest| rest.split([';', ',']).next());
        Self { source: &icon.src, embedded: kind.is_some_and(|kind| KINDS.contains(&kind)) }
    }
}

impl<'m> Node<'m> {
    fn of(node: tree::Node, depth: usize, resources: &[Resource<'m>]) -> Self {
        let own = |part: Part<'_>| OwnedPart { text: part.text.to_owned(), variable: part.variable };
        let end = |resource: &Resource<'m>| End {
            id: resource.id.clone(),
            name: resource.name,
            kind: resource.body.kind,
            label: resource.body.label,
        };
        Self {
            parts: parts(&node.label).into_iter().map(own).collect(),
            indent: "  ".repeat(depth),
            resources: node.ends.iter().filter_map(|index| resources.get(*index)).map(end).collect(),
            children: node.children.into_iter().map(|child| Self::of(child, depth + 1, resources)).collect(),
            label: node.label,
        }
    }
}
