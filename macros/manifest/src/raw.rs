//! The tree as a manifest that is not checked yet: what was written under each key, with its place. What is
//! missing or of the wrong kind is absent here, and reported already.

use std::time::Duration;

use wayleave_model::{Annotations, CacheScope, Icon, Role, Theme};

use crate::inside;
use crate::scalar;
use crate::source::{Source, Span};
use crate::tree::{Kind, Node, Scalar};

/// A value with its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// A text with its place, and the way to the places inside it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'t> {
    pub(crate) text: &'t str,
    pub(crate) span: Span,
    scalar: &'t Scalar<'t>,
}

impl Text<'_> {
    /// The place of a byte of the text in the source.
    pub(crate) fn at(&self, source: &Source, offset: usize) -> Span {
        inside::locate(source.text(), self.span, self.scalar, offset)
    }
}

#[derive(Debug)]
pub(crate) struct RawManifest<'t> {
    pub(crate) server: Option<RawServer<'t>>,
    pub(crate) policy: Option<Placed<RawPolicy>>,
    pub(crate) limits: Vec<(&'t str, Placed<u64>)>,
    pub(crate) stores: Vec<RawStore<'t>>,
    pub(crate) resources: Vec<RawEntry<'t>>,
    /// Nothing that could name a store is of the wrong kind, so all uses of stores are known.
    pub(crate) readable: bool,
}

#[derive(Debug)]
pub(crate) struct RawServer<'t> {
    pub(crate) name: Option<Text<'t>>,
    pub(crate) version: Option<Text<'t>>,
    pub(crate) title: Option<Text<'t>>,
    pub(crate) description: Option<Text<'t>>,
    pub(crate) instructions: Option<Text<'t>>,
    pub(crate) website_url: Option<Text<'t>>,
    pub(crate) icons: Vec<Icon>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RawPolicy {
    Open,
    Cedar,
}

#[derive(Debug)]
pub(crate) struct RawStore<'t> {
    pub(crate) name: Placed<&'t str>,
    pub(crate) url: Option<Text<'t>>,
}

#[derive(Debug)]
pub(crate) struct RawEntry<'t> {
    pub(crate) span: Span,
    pub(crate) name: Option<Text<'t>>,
    pub(crate) uri: Option<Text<'t>>,
    pub(crate) uri_template: Option<Text<'t>>,
    pub(crate) title: Option<Text<'t>>,
    pub(crate) description: Option<Text<'t>>,
    pub(crate) mime_type: Option<Text<'t>>,
    pub(crate) size: Option<u64>,
    pub(crate) annotations: Option<Annotations>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Option<Placed<serde_json::Map<String, serde_json::Value>>>,
    pub(crate) cache: Option<RawCache>,
    pub(crate) overlaps: bool,
    pub(crate) captures: Vec<RawCapture<'t>>,
    pub(crate) serves: Vec<RawServes<'t>>,
    pub(crate) rust: Option<Text<'t>>,
}

#[derive(Debug)]
pub(crate) enum RawServes<'t> {
    Body(RawBody<'t>),
    Bundle(Placed<Vec<Text<'t>>>),
    Handler,
}

#[derive(Debug)]
pub(crate) struct RawBody<'t> {
    pub(crate) text: Option<Text<'t>>,
    pub(crate) template: Option<Text<'t>>,
    pub(crate) store: Option<Text<'t>>,
    pub(crate) path: Option<Text<'t>>,
}

#[derive(Debug)]
pub(crate) struct RawCache {
    pub(crate) ttl: Option<Duration>,
    pub(crate) scope: Option<Placed<CacheScope>>,
}

#[derive(Debug)]
pub(crate) struct RawCapture<'t> {
    pub(crate) name: Placed<&'t str>,
    pub(crate) kind: Option<Text<'t>>,
    pub(crate) complete: Option<RawComplete<'t>>,
}

#[derive(Debug)]
pub(crate) struct RawComplete<'t> {
    pub(crate) store: Option<Text<'t>>,
    pub(crate) glob: Option<Text<'t>>,
    pub(crate) values: Option<Vec<Text<'t>>>,
}

/// Takes the values out of the tree.
pub(crate) fn read<'t>(root: &'t Node<'t>) -> RawManifest<'t> {
    let limits = root.get("limits").map(limits).unwrap_or_default();
    // One more than may be defined shows that there are too many; the rest would only take space.
    let most = limits.iter().find(|(key, _)| *key == "maxDefinitions").map_or(0, |(_, limit)| limit.value);
    let most = if most == 0 { wayleave_model::Limits::default().max_definitions } else { saturated(most) };
    let is_mapping = |node: &&'t Node<'t>| matches!(node.kind, Kind::Mapping(_));
    let entries = root.get("resources").into_iter().flat_map(Node::items).filter(is_mapping);
    RawManifest {
        server: root.get("server").filter(|node| matches!(node.kind, Kind::Mapping(_))).map(server),
        policy: root.get("policy").and_then(policy),
        stores: root.get("stores").into_iter().flat_map(Node::pairs).map(store).collect(),
        readable: readable(root),
        resources: entries.take(most.saturating_add(1)).map(entry).collect(),
        limits,
    }
}

fn readable(root: &Node<'_>) -> bool {
    let is_mapping = |node: &Node<'_>| matches!(node.kind, Kind::Mapping(_));
    let entry = |node: &Node<'_>| {
        let parts = ["body", "captures"].into_iter().filter_map(|key| node.get(key));
        is_mapping(node) && parts.into_iter().all(is_mapping)
    };
    root.get("resources")
        .is_some_and(|list| matches!(list.kind, Kind::List(_)) && list.items().iter().all(entry))
}

fn saturated(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

fn server<'t>(node: &'t Node<'t>) -> RawServer<'t> {
    RawServer {
        name: text(node, "name"),
        version: text(node, "version"),
        title: text(node, "title"),
        description: text(node, "description"),
        instructions: text(node, "instructions"),
        website_url: text(node, "websiteUrl"),
        icons: icons(node),
    }
}

fn policy(node: &Node<'_>) -> Option<Placed<RawPolicy>> {
    let value = match &node.kind {
        Kind::Mapping(_) => RawPolicy::Cedar,
        Kind::Scalar(scalar) if scalar.text == "open" => RawPolicy::Open,
        _ => return None,
    };
    Some(Placed { value, span: node.span })
}

fn limits<'t>(node: &'t Node<'t>) -> Vec<(&'t str, Placed<u64>)> {
    let limit = |pair: &'t crate::tree::Pair<'t>| {
        let scalar = pair.value.scalar()?;
        let milliseconds = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let value = match wayleave_model::Limits::KEYS.iter().find(|limit| limit.key == pair.key)?.kind {
            wayleave_model::LimitKind::Time => milliseconds(scalar::duration(scalar).ok()?),
            wayleave_model::LimitKind::Bytes => scalar::size(scalar).ok()?,
            _ => scalar::whole(scalar).ok()?,
        };
        Some((&*pair.key, Placed { value, span: pair.value.span }))
    };
    node.pairs().filter_map(limit).collect()
}

fn store<'t>(pair: &'t crate::tree::Pair<'t>) -> RawStore<'t> {
    RawStore { name: Placed { value: &pair.key, span: pair.key_span }, url: text(&pair.value, "url") }
}

fn entry<'t>(node: &'t Node<'t>) -> RawEntry<'t> {
    RawEntry {
        span: node.span,
        name: text(node, "name"),
        uri: text(node, "uri"),
        uri_template: text(node, "uriTemplate"),
        title: text(node, "title"),
        description: text(node, "description"),
        mime_type: text(node, "mimeType"),
        size: scalar_of(node, "size").and_then(|scalar| scalar::size(scalar).ok()),
        annotations: node.get("annotations").map(annotations),
        icons: icons(node),
        meta: node.get("meta").and_then(|meta| match json(meta) {
            Some(serde_json::Value::Object(value)) => Some(Placed { value, span: meta.span }),
            _ => None,
        }),
        cache: node.get("cache").map(cache),
        overlaps: scalar_of(node, "overlaps").is_some_and(|scalar| scalar.text == "allow"),
        captures: node.get("captures").into_iter().flat_map(Node::pairs).map(capture).collect(),
        serves: serves(node),
        rust: text(node, "rust"),
    }
}

fn serves<'t>(node: &'t Node<'t>) -> Vec<RawServes<'t>> {
    let body = node.get("body").map(|node| {
        RawServes::Body(RawBody {
            text: text(node, "text"),
            template: text(node, "template"),
            store: text(node, "store"),
            path: text(node, "path"),
        })
    });
    let bundle = node.get("bundle").filter(|node| matches!(node.kind, Kind::List(_))).map(|node| {
        let value = node.items().iter().filter_map(text_of).collect();
        RawServes::Bundle(Placed { value, span: node.span })
    });
    let handler = scalar_of(node, "handler").and_then(|scalar| scalar::truth(scalar).ok());
    let handler = handler.filter(|&truth| truth).map(|_| RawServes::Handler);
    body.into_iter().chain(bundle).chain(handler).collect()
}

fn annotations(node: &Node<'_>) -> Annotations {
    let role = |item: &Node<'_>| match &*item.scalar()?.text {
        "user" => Some(Role::User),
        "assistant" => Some(Role::Assistant),
        _ => None,
    };
    Annotations {
        audience: node.get("audience").into_iter().flat_map(Node::items).filter_map(role).collect(),
        priority: scalar_of(node, "priority").and_then(|scalar| scalar::number(scalar).ok()),
        last_modified: owned(node, "lastModified"),
    }
}

fn icons(node: &Node<'_>) -> Vec<Icon> {
    let icon = |node: &Node<'_>| {
        Some(Icon {
            src: owned(node, "src")?,
            mime_type: owned(node, "mimeType"),
            sizes: (node.get("sizes").into_iter().flat_map(Node::items))
                .filter_map(|size| Some(size.scalar()?.text.to_string()))
                .collect(),
            theme: scalar_of(node, "theme").and_then(|scalar| match &*scalar.text {
                "light" => Some(Theme::Light),
                "dark" => Some(Theme::Dark),
                _ => None,
            }),
        })
    };
    node.get("icons").into_iter().flat_map(Node::items).filter_map(icon).collect()
}

fn cache(node: &Node<'_>) -> RawCache {
    RawCache {
        ttl: scalar_of(node, "ttl").and_then(|scalar| scalar::duration(scalar).ok()),
        scope: node.get("scope").and_then(|node| {
            let value = match &*node.scalar()?.text {
                "private" => CacheScope::Private,
                "public" => CacheScope::Public,
                _ => return None,
            };
            Some(Placed { value, span: node.span })
        }),
    }
}

fn capture<'t>(pair: &'t crate::tree::Pair<'t>) -> RawCapture<'t> {
    RawCapture {
        name: Placed { value: &pair.key, span: pair.key_span },
        kind: text(&pair.value, "type"),
        complete: pair.value.get("complete").map(|node| RawComplete {
            store: text(node, "store"),
            glob: text(node, "glob"),
            values: node.get("values").map(|node| node.items().iter().filter_map(text_of).collect()),
        }),
    }
}

fn scalar_of<'t>(node: &'t Node<'t>, key: &str) -> Option<&'t Scalar<'t>> {
    node.get(key)?.scalar()
}

fn text<'t>(node: &'t Node<'t>, key: &str) -> Option<Text<'t>> {
    text_of(node.get(key)?)
}

fn text_of<'t>(node: &'t Node<'t>) -> Option<Text<'t>> {
    let scalar = node.scalar().filter(|scalar| !scalar.is_null())?;
    Some(Text { text: &scalar.text, span: node.span, scalar })
}

fn owned(node: &Node<'_>, key: &str) -> Option<String> {
    Some(text(node, key)?.text.to_owned())
}

/// The value as JSON; `None` when a part of it has none. The depth is that of the tree, which is bounded.
pub(crate) fn json(node: &Node<'_>) -> Option<serde_json::Value> {
    match &node.kind {
        Kind::Scalar(scalar) => scalar::json(scalar).ok(),
        Kind::List(items) => items.iter().map(json).collect(),
        Kind::Mapping(_) => {
            let pair = |pair: &crate::tree::Pair<'_>| Some((pair.key.to_string(), json(&pair.value)?));
            Some(serde_json::Value::Object(node.pairs().map(pair).collect::<Option<_>>()?))
        }
        Kind::Refused => None,
    }
}
