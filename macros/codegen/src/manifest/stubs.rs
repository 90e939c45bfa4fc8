//! The handlers that are still to be written: an `impl` to begin with, and later the methods that it lacks.
//!
//! A user's code is read and never changed.

use std::{collections::HashSet, fmt};

use proc_macro2::TokenStream;
use quote::quote;
use wayleave_manifest::Manifest;

use super::{
    Crates, Fault, docs,
    file::format,
    plan::{self, Plan, Planned},
};

/// A file with all handlers to be written, for the module `module`, such as `crate::assets`.
///
/// # Errors
/// [`StubsError`]; also where no entry has a handler.
pub fn stubs(manifest: &Manifest, module: &str) -> Result<String, StubsError> {
    let (crates, module) = (Crates::of(manifest), path(module)?);
    let plan = plan::plan(manifest, &crates).map_err(StubsError::Faults)?;
    let methods: Vec<_> = handled(&plan).map(|planned| method(&crates, planned, &module)).collect();
    if methods.is_empty() {
        return Err(StubsError::NoHandlers);
    }
    Ok(format(quote! {
        /// Reads what the manifest leaves to code.
        pub struct Reader;

        impl #module::Handlers for Reader {
            type Caller = ();

            #(#methods)*
        }
    }))
}

/// The methods that `code` lacks: its implementations of a trait `Handlers` are looked at. Empty when it lacks none.
///
/// # Errors
/// [`StubsError`]; also where `code` is no Rust.
pub fn missing(manifest: &Manifest, module: &str, code: &str) -> Result<String, StubsError> {
    let (crates, module) = (Crates::of(manifest), path(module)?);
    let plan = plan::plan(manifest, &crates).map_err(StubsError::Faults)?;
    let written = written(code)?;
    let missing = handled(&plan).filter(|planned| !written.contains(&planned.names.method().to_string()));
    let methods: Vec<_> = missing.map(|planned| method(&crates, planned, &module)).collect();
    if methods.is_empty() {
        return Ok(String::new());
    }
    // Formatted inside an `impl`, whose first and last line then go.
    let block = format(quote!(impl Handlers for Reader { #(#methods)* }));
    let lines: Vec<_> = block.lines().collect();
    let inside = lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default();
    Ok(inside.iter().map(|line| format!("{line}\n")).collect())
}

/// The path of the generated module.
fn path(module: &str) -> Result<syn::Path, StubsError> {
    syn::parse_str(module).map_err(|_| StubsError::Module)
}

fn handled<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = &'p Planned<'p>> {
    plan.entries.iter().filter(|planned| planned.is_handled())
}

fn method(crates: &Crates, planned: &Planned<'_>, module: &syn::Path) -> TokenStream {
    let core = &crates.core;
    let docs = docs::entry(planned.entry);
    let name = planned.names.method();
    let route = planned.is_family().then(|| {
        let structure = planned.names.structure();
        quote!(, _route: #module::#structure)
    });
    let message = format!("`{}` is not written yet", planned.entry.definition.name());
    quote! {
        #docs
        async fn #name(
            &self,
            _caller: &Self::Caller
            #route
        ) -> Result<#core::resource::Payload, #core::resource::ReadError> {
            Err(#core::resource::ReadError::failed(#message))
        }
    }
}

/// The names of the methods in all implementations of a trait called `Handlers`, also in inline modules.
fn written(code: &str) -> Result<HashSet<String>, StubsError> {
    let file = syn::parse_file(code).map_err(StubsError::Syntax)?;
    let mut names = HashSet::new();
    collect(&file.items, &mut names);
    Ok(names)
}

fn collect(items: &[syn::Item], names: &mut HashSet<String>) {
    for item in items {
        match item {
            syn::Item::Mod(module) => {
                collect(module.content.as_ref().map_or(&[][..], |(_, items)| items), names);
            }
            syn::Item::Impl(block) if is_handlers(block) => {
                let functions = block.items.iter().filter_map(|item| match item {
                    syn::ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
                    _ => None,
                });
                names.extend(functions);
            }
            _ => {}
        }
    }
}

fn is_handlers(block: &syn::ItemImpl) -> bool {
    let path = block.trait_.as_ref().map(|(path, _)| path);
    path.and_then(|path| path.segments.last()).is_some_and(|segment| segment.ident == "Handlers")
}

/// Why there are no stubs.
#[derive(Debug)]
#[non_exhaustive]
pub enum StubsError {
    /// No code can be generated for the manifest.
    Faults(Vec<Fault>),
    /// What was given is no path of a module.
    Module,
    /// No entry says `handler: true`.
    NoHandlers,
    /// The code to be completed is no Rust.
    Syntax(syn::Error),
}

impl fmt::Display for StubsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Faults(_) => "no code can be generated for the manifest",
            Self::Module => "this is no path of a module",
            Self::NoHandlers => "no entry of the manifest says `handler: true`",
            Self::Syntax(_) => "the file is no Rust",
        })
    }
}

impl std::error::Error for StubsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Syntax(error) => Some(error),
            Self::Faults(_) | Self::Module | Self::NoHandlers => None,
        }
    }
}
