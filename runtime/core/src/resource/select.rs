//! The first step of a read: which definition answers for the URI (U5, U6, G8).

use wayleave_model::{Captures, Definition, RouteId, Unselected, Uri, UriRef};

use super::{ReadFailure, ReadFailureKind as Kind, gateway::Inner};

/// The definition that answers, and what its template captured.
pub(super) struct Selection<'a> {
    pub(super) route: RouteId,
    pub(super) definition: &'a Definition,
    pub(super) uri: UriRef<'a>,
    pub(super) captures: Captures<'a>,
    pub(super) canonical: Uri,
}

/// Checks the URI and selects the one definition for it.
pub(super) fn select<'a, C>(gateway: &'a Inner<C>, uri: &'a str) -> Result<Selection<'a>, ReadFailure> {
    let fail = |kind| ReadFailure::new(kind, uri);
    if uri.len() > gateway.limits.max_uri_bytes {
        return Err(fail(Kind::UriTooLong));
    }
    let uri = UriRef::parse(uri).map_err(|error| fail(Kind::InvalidUri(error)))?;
    let selected = gateway.set.select(uri).map_err(|unselected| {
        fail(match unselected {
            Unselected::Shadowed { .. } => Kind::Shadowed,
            Unselected::Ambiguous { .. } => Kind::Ambiguous,
            Unselected::Capture { .. } => Kind::BadCapture,
            _ => Kind::NoMatch,
        })
    })?;
    let definition = gateway.set.definition(selected.route()).ok_or_else(|| fail(Kind::NoMatch))?;
    // Which URIs become too long by encoding is a matter of templates, so this is no more than not found.
    let canonical = selected.canonical(gateway.limits.max_uri_bytes).map_err(|_| fail(Kind::BadCapture))?;
    Ok(Selection { route: selected.route(), definition, uri, captures: selected.captures(), canonical })
}
