//! The names of the attributes' keys, in one place.

pub(super) const URI: &str = "uri";
pub(super) const URI_TEMPLATE: &str = "uri_template";
pub(super) const ROUTE: &str = "route";
pub(super) const NAME: &str = "name";
pub(super) const TITLE: &str = "title";
pub(super) const DESCRIPTION: &str = "description";
pub(super) const MIME_TYPE: &str = "mime_type";
pub(super) const SIZE: &str = "size";
pub(super) const ANNOTATIONS: &str = "annotations";
pub(super) const ICON: &str = "icon";
pub(super) const META: &str = "meta";
pub(super) const CACHE: &str = "cache";
pub(super) const OVERLAPS: &str = "overlaps";
pub(super) const COMPLETE: &str = "complete";
pub(super) const CRATE: &str = "crate";

/// What `#[route]` of a struct may say.
pub(super) const OF_STRUCT: &[&str] =
    &[URI_TEMPLATE, NAME, TITLE, DESCRIPTION, MIME_TYPE, ANNOTATIONS, ICON, META, CACHE, OVERLAPS, CRATE];

/// What `#[resource]` and `#[bundle]` of a method may say.
pub(super) const OF_METHOD: &[&str] = &[
    URI,
    URI_TEMPLATE,
    ROUTE,
    NAME,
    TITLE,
    DESCRIPTION,
    MIME_TYPE,
    SIZE,
    ANNOTATIONS,
    ICON,
    META,
    CACHE,
    OVERLAPS,
    COMPLETE,
];
