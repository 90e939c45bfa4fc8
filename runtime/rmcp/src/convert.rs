//! From what the gateway says to what the SDK sends, field by field (G21, G29).

use base64::{Engine, engine::general_purpose::STANDARD};
use rmcp::model::{
    Annotations, CacheScope, Icon, IconTheme, MetaObject, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate, Role,
};
use wayleave::{
    Bundle, Definition,
    model::{self, Cache},
    resource::{Body, Item},
};

/// The description of a resource.
pub(crate) fn resource(definition: &Definition) -> Resource {
    let mut resource = Resource::new(definition.address().as_str(), definition.name());
    resource.title = definition.title().map(Into::into);
    resource.description = definition.description().map(Into::into);
    resource.mime_type = definition.mime_type().map(Into::into);
    resource.size = definition.size();
    resource.icons = icons(definition);
    resource.meta = meta(definition.meta());
    resource.annotations = annotations(definition);
    resource
}

/// The description of a family.
pub(crate) fn template(definition: &Definition) -> ResourceTemplate {
    let mut template = ResourceTemplate::new(definition.address().as_str(), definition.name());
    template.title = definition.title().map(Into::into);
    template.description = definition.description().map(Into::into);
    template.mime_type = definition.mime_type().map(Into::into);
    template.icons = icons(definition);
    template.meta = meta(definition.meta());
    template.annotations = annotations(definition);
    template
}

/// The metadata of a result: the report (G15).
pub(crate) fn report(bundle: &Bundle) -> MetaObject {
    let report = serde_json::to_value(bundle.report()).unwrap_or_default();
    MetaObject(serde_json::Map::from_iter([(bundle.report_key().as_str().to_owned(), report)]))
}

/// The result of a read under its metadata.
///
/// Revisions before 2026-07-28 know no `cache`. An owned text is moved, and bytes are encoded once.
pub(crate) fn bundle(bundle: Bundle, meta: MetaObject, cache: Option<Cache>) -> ReadResourceResult {
    let mut result = ReadResourceResult::new(bundle.into_items().into_iter().map(contents).collect());
    result.meta = Some(meta);
    result.ttl_ms = cache.map(ttl_ms);
    result.cache_scope = cache.map(|cache| scope(cache.scope));
    result
}

fn contents(item: Item) -> ResourceContents {
    let (uri, mime_type, body, meta) = item.into_parts();
    let uri = uri.as_str().into();
    let mime_type = Some(mime_type.into_owned());
    let meta = (!meta.is_empty()).then_some(MetaObject(meta));
    match body {
        Body::Text(text) => {
            ResourceContents::TextResourceContents { uri, mime_type, text: text.into_owned(), meta }
        }
        Body::Bytes(bytes) => {
            ResourceContents::BlobResourceContents { uri, mime_type, blob: STANDARD.encode(&bytes), meta }
        }
    }
}

/// For whom a result may be kept.
fn scope(scope: model::CacheScope) -> CacheScope {
    match scope {
        model::CacheScope::Public => CacheScope::Public,
        _ => CacheScope::Private,
    }
}

/// The time in milliseconds, at most what every client can represent.
fn ttl_ms(cache: Cache) -> u64 {
    const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;
    u64::try_from(cache.ttl.as_millis()).unwrap_or(u64::MAX).min(MAX_SAFE_INTEGER)
}

fn icons(definition: &Definition) -> Option<Vec<Icon>> {
    let icons = definition.icons();
    (!icons.is_empty()).then(|| icons.iter().map(icon).collect())
}

fn icon(icon: &model::Icon) -> Icon {
    let mut sent = Icon::new(&icon.src);
    sent.mime_type.clone_from(&icon.mime_type);
    sent.sizes = (!icon.sizes.is_empty()).then(|| icon.sizes.clone());
    sent.theme = icon.theme.and_then(|theme| match theme {
        model::Theme::Light => Some(IconTheme::Light),
        model::Theme::Dark => Some(IconTheme::Dark),
        _ => None,
    });
    sent
}

/// Hints. The SDK keeps a priority in single precision: seven digits of it go out.
fn annotations(definition: &Definition) -> Option<Annotations> {
    let own = definition.annotations();
    if *own == model::Annotations::default() {
        return None;
    }
    let role = |role: &model::Role| match role {
        model::Role::User => Some(Role::User),
        model::Role::Assistant => Some(Role::Assistant),
        _ => None,
    };
    let mut annotations = Annotations::default();
    annotations.audience = (!own.audience.is_empty()).then(|| own.audience.iter().filter_map(role).collect());
    annotations.priority = own.priority.map(|priority| priority as f32);
    annotations.last_modified.clone_from(&own.last_modified);
    Some(annotations)
}

fn meta(own: &serde_json::Map<String, serde_json::Value>) -> Option<MetaObject> {
    (!own.is_empty()).then(|| MetaObject(own.clone()))
}
