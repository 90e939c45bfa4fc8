//! From a checked manifest to what is generated: every entry with its names, and the faults that only generated
//! code has.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use wayleave_manifest::{Body, Capture, CaptureType, Complete, Entry, Manifest, Serves};
use wayleave_model::CacheScope;

use super::{
    Crates,
    fault::Fault,
    names::{self, Names},
};

/// A manifest that code can be generated for.
pub(super) struct Plan<'m> {
    pub(super) manifest: &'m Manifest,
    pub(super) entries: Vec<Planned<'m>>,
}

/// An entry with the names that it has in Rust.
pub(super) struct Planned<'m> {
    pub(super) entry: &'m Entry,
    pub(super) names: Names,
    pub(super) fields: Vec<Field<'m>>,
}

/// A capture as a field of its route's struct.
pub(super) struct Field<'m> {
    pub(super) capture: &'m Capture,
    pub(super) name: Ident,
}

impl Planned<'_> {
    pub(super) fn is_family(&self) -> bool {
        self.entry.definition.address().as_template().is_some()
    }

    pub(super) fn is_handled(&self) -> bool {
        self.entry.serves == Serves::Handler
    }
}

impl Field<'_> {
    /// The field's type.
    pub(super) fn kind(&self) -> TokenStream {
        match self.capture.kind {
            CaptureType::String => quote!(::std::string::String),
            kind => kind.as_str().parse().unwrap_or_default(),
        }
    }

    /// Whether values of the type are equal to themselves and can be hashed.
    pub(super) fn is_exact(&self) -> bool {
        !matches!(self.capture.kind, CaptureType::F32 | CaptureType::F64)
    }
}

/// Plans the code.
///
/// # Errors
/// Every reason why there is none.
pub(super) fn plan<'m>(manifest: &'m Manifest, crates: &Crates) -> Result<Plan<'m>, Vec<Fault>> {
    let mut faults = Vec::new();
    let names = names::names(&manifest.resources, &mut faults);
    let entries = manifest.resources.iter().zip(names).map(|(entry, names)| {
        if crates.bodies.is_none() {
            faults.extend(unsupported(entry));
        }
        faults.extend(public(entry));
        let fields = entry
            .captures
            .iter()
            .map(|capture| Field { capture, name: names::field(entry, &capture.name, &mut faults) });
        Planned { entry, names, fields: fields.collect() }
    });
    let entries = entries.collect();
    match faults.is_empty() {
        true => Ok(Plan { manifest, entries }),
        false => {
            faults.sort_by_key(Fault::place);
            Err(faults)
        }
    }
}

/// Whether all of the manifest is served without the crate `wayleave-bodies`.
pub(super) fn is_plain(manifest: &Manifest) -> bool {
    manifest.resources.iter().all(|entry| unsupported(entry).is_none())
}

/// What the core alone does not serve.
fn unsupported(entry: &Entry) -> Option<Fault> {
    let completes =
        entry.captures.iter().any(|capture| matches!(capture.complete, Some(Complete::Store { .. })));
    let what = match &entry.serves {
        Serves::Body(Body::Template(_)) => "has a template for its body",
        Serves::Body(Body::Store { .. }) => "has its body in a store",
        _ if completes => "completes a capture from a store",
        _ => return None,
    };
    let name = entry.definition.name();
    let message =
        format!("`{name}` {what}, and `wayleave::manifest!` serves texts, bundles and handlers only");
    Some(Fault::new(entry.place, message, "use `wayleave_bodies::manifest!`, which serves everything"))
}

/// A handler is given the caller, so what it reads may depend on who asks (G29).
fn public(entry: &Entry) -> Option<Fault> {
    let public = entry.definition.cache().is_some_and(|cache| cache.scope == CacheScope::Public);
    (public && entry.serves == Serves::Handler).then(|| {
        let name = entry.definition.name();
        let message = format!("`{name}` has a handler, which knows the caller, and a public cache");
        Fault::new(entry.place, message, "write `scope: private`")
    })
}

/// A number as the shortest text that reads well: `5`, not `5usize`.
pub(super) fn number(number: u64) -> Literal {
    Literal::u64_unsuffixed(number)
}
