//! `manifest!` and `generate rust|stubs`: from a manifest to typed routes, a trait of handlers and bindings.
//!
//! Read in this order: `input` (what the macro was given), the check of `wayleave-manifest`, `plan` (names, and what
//! only generated code can have wrong), `expand` (which cannot fail). The macro and the command share all of it, so
//! checked-in code is the macro's own. No machine's path is in it, and equal manifests give equal bytes.

mod bindings;
mod docs;
mod entry;
mod expand;
mod fault;
mod file;
mod handlers;
mod input;
mod names;
mod plan;
mod stubs;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use wayleave_manifest::{Manifest, Severity, Source};

pub use fault::Fault;
pub use file::rust;
pub use stubs::{StubsError, missing, stubs};

use expand::Text;
use input::{Input, Loaded, Origin};

/// The paths at which generated code finds the crates.
#[derive(Clone, Debug)]
pub struct Crates {
    /// The crate `wayleave`.
    pub core: TokenStream,
    /// The crate `wayleave-bodies`, if it serves the bodies.
    pub bodies: Option<TokenStream>,
}

impl Crates {
    /// The crates as a program names them that depends on them: `wayleave-bodies` only where the manifest needs it.
    #[must_use]
    pub fn of(manifest: &Manifest) -> Self {
        match plan::is_plain(manifest) {
            true => Self { core: quote!(::wayleave), bodies: None },
            false => Self::with_bodies(),
        }
    }

    fn with_bodies() -> Self {
        Self { core: quote!(::wayleave_bodies::wayleave), bodies: Some(quote!(::wayleave_bodies)) }
    }
}

/// The items that `manifest!` puts into its module, with `text` as the expression for the manifest's own text.
///
/// # Errors
/// Every [`Fault`], in the order of the manifest.
pub fn items(
    manifest: &Manifest,
    crates: &Crates,
    name: &str,
    text: TokenStream,
) -> Result<TokenStream, Vec<Fault>> {
    let plan = plan::plan(manifest, crates)?;
    Ok(expand::items(&plan, crates, &Text { name, value: text }))
}

/// The macro. It is given `core = path;`, perhaps `bodies = path;`, and then what the user wrote.
#[must_use]
pub fn expand(input: TokenStream) -> TokenStream {
    let input: Input = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let module = match module(&input) {
        Ok(module) => module,
        Err(error) => return error.into_compile_error(),
    };
    match load(&input, package.as_deref()) {
        Ok(items) => {
            let (attributes, visibility) = (&input.attributes, &input.visibility);
            let tracked = tracked(&input.origin);
            quote! {
                #(#attributes)*
                #visibility mod #module { #items #tracked }
            }
        }
        Err(messages) => {
            let span = input.origin.span();
            let errors =
                messages.iter().map(|message| quote_spanned!(span=> ::std::compile_error!(#message);));
            quote!(#(#errors)*)
        }
    }
}

/// What makes a change of the file a reason to build again. After a failed build cargo needs none.
fn tracked(origin: &Origin) -> TokenStream {
    match origin {
        Origin::File(path) => quote! {
            const _: &str = ::std::include_str!(::std::concat!(::std::env!("CARGO_MANIFEST_DIR"), "/", #path));
        },
        Origin::Inline(_) => TokenStream::new(),
    }
}

/// The name of the module.
fn module(input: &Input) -> syn::Result<Ident> {
    if let Some(module) = &input.module {
        return Ok(module.clone());
    }
    let stem = input.origin.stem().replace(['-', ' '], "_");
    syn::parse_str::<Ident>(&stem).map(|module| Ident::new(&module.to_string(), Span::call_site())).map_err(
        |_| {
            let message = format!("`{stem}` cannot be a module's name: write `manifest!(mod name = \"…\")`");
            syn::Error::new(input.origin.span(), message)
        },
    )
}

/// The items of the module, or the messages of all that is wrong.
fn load(input: &Input, package: Option<&Path>) -> Result<TokenStream, Vec<String>> {
    let Loaded { source, folder } = input.origin.load(package).map_err(|message| vec![message])?;
    let manifest = checked(&source, folder.as_deref())?;
    let text = match &input.origin {
        Origin::File(path) => {
            quote!(::std::include_str!(::std::concat!(::std::env!("CARGO_MANIFEST_DIR"), "/", #path)))
        }
        Origin::Inline(text) => quote!(#text),
    };
    let rendered = |faults: Vec<Fault>| faults.iter().map(|fault| fault.render(&source)).collect::<Vec<_>>();
    let items = items(&manifest, &input.crates, source.name(), text).map_err(rendered)?;
    if let Some(folder) = std::env::var_os("WAYLEAVE_EXPAND") {
        write_expansion(Path::new(&folder), input, &items).map_err(|message| vec![message])?;
    }
    Ok(items)
}

fn checked(source: &Source, folder: Option<&Path>) -> Result<Manifest, Vec<String>> {
    let checked = wayleave_manifest::check(source, folder);
    let errors = || checked.defects.iter().filter(|defect| defect.severity == Severity::Error);
    checked.manifest.ok_or_else(|| errors().map(|defect| fault::defect(source, defect)).collect())
}

/// Writes the code to `folder`, for people: named after the crate and the module.
fn write_expansion(folder: &Path, input: &Input, items: &TokenStream) -> Result<(), String> {
    let package = std::env::var("CARGO_CRATE_NAME").unwrap_or_default();
    let name = format!(
        "{package}-{}.rs",
        input.module.as_ref().map_or_else(|| input.origin.stem(), Ident::to_string)
    );
    // `$crate` means nothing in a file.
    let code = file::format(items.clone()).replace("$crate", "::wayleave");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(folder.join(&name), code))
        .map_err(|error| format!("WAYLEAVE_EXPAND: {name} cannot be written: {error}"))
}
