//! The function that gives the bindings, and the constants that it gives them from.

use proc_macro2::TokenStream;
use quote::quote;
use wayleave_manifest::{Body, Serves};

use super::{Crates, entry, expand::Text, plan::Plan};

/// The function `bindings`.
pub(super) fn bindings(crates: &Crates, plan: &Plan<'_>, text: &Text<'_>) -> TokenStream {
    match &crates.bodies {
        None => plain(plan),
        Some(bodies) => with_bodies(bodies, plan, text),
    }
}

/// The bindings of a manifest that the core serves alone.
fn plain(plan: &Plan<'_>) -> TokenStream {
    let rows = plan.entries.iter().filter(|planned| !planned.is_handled()).map(|planned| {
        let row = planned.names.constant();
        quote!(rows::#row)
    });
    let rows = quote!(const { &[#(#rows),*] });
    match handled(plan) {
        None => quote! {
            /// The bindings of every entry, for a gateway.
            #[must_use]
            pub fn bindings<C: ::std::marker::Send + ::std::marker::Sync + 'static>(
            ) -> resource::Bindings<C> {
                table::bindings(#rows)
            }
        },
        Some(handled) => quote! {
            /// The bindings of every entry, for a gateway.
            #[must_use]
            pub fn bindings<H: Handlers>(handlers: H) -> resource::Bindings<H::Caller> {
                table::bindings_with(#rows, handlers, #handled)
            }
        },
    }
}

/// The bindings of a manifest with bodies that another crate reads.
fn with_bodies(bodies: &TokenStream, plan: &Plan<'_>, text: &Text<'_>) -> TokenStream {
    let (name, value) = (text.name, &text.value);
    let returned = |caller: TokenStream| quote!(::std::result::Result<#bodies::ManifestResources<#caller>, #bodies::BodiesError>);
    match handled(plan) {
        None => {
            let returned = returned(quote!(C));
            quote! {
                /// The resources of every entry, for a gateway. The relative paths of stores start at `base`.
                ///
                /// # Errors
                /// A store that cannot be opened, for one; see `BodiesError`.
                pub fn bindings<C: ::std::marker::Send + ::std::marker::Sync + 'static>(
                    base: impl ::std::convert::AsRef<::std::path::Path>,
                ) -> #returned {
                    #bodies::generated::resources(#name, #value, base.as_ref())
                }
            }
        }
        Some(handled) => {
            let returned = returned(quote!(H::Caller));
            quote! {
                /// The resources of every entry, for a gateway. The relative paths of stores start at `base`.
                ///
                /// # Errors
                /// A store that cannot be opened, for one; see `BodiesError`.
                pub fn bindings<H: Handlers>(
                    handlers: H,
                    base: impl ::std::convert::AsRef<::std::path::Path>,
                ) -> #returned {
                    #bodies::generated::resources_with(
                        #name, #value, base.as_ref(), table::handled_by(handlers, #handled),
                    )
                }
            }
        }
    }
}

/// The entries with handlers, each with its thunk; `None` where there is none.
fn handled(plan: &Plan<'_>) -> Option<TokenStream> {
    let mut handled = plan
        .entries
        .iter()
        .filter(|planned| planned.is_handled())
        .map(|planned| {
            let (row, thunk) = (planned.names.constant(), planned.names.thunk());
            quote!(rows::#row.handler(#thunk::<H>))
        })
        .peekable();
    handled.peek().is_some().then(|| quote!(const { &[#(#handled),*] }))
}

/// The entries as constants, in a module of their own so that their names stand in nobody's way.
pub(super) fn rows(crates: &Crates, plan: &Plan<'_>) -> TokenStream {
    let mut rows = plan
        .entries
        .iter()
        .filter(|planned| crates.bodies.is_none() || planned.is_handled())
        .map(|planned| {
            let row = planned.names.constant();
            let entry = match planned.is_family() {
                true => {
                    let structure = planned.names.structure();
                    quote!(super::#structure::ENTRY)
                }
                false => entry::entry(planned, &quote!(super::#row)),
            };
            match &planned.entry.serves {
                Serves::Body(Body::Text(text)) => {
                    quote!(pub(super) const #row: table::Row = #entry.text(#text);)
                }
                Serves::Bundle(items) => {
                    let items = items.iter().map(entry::item);
                    quote!(pub(super) const #row: table::Row = #entry.bundle(&[#(#items),*]);)
                }
                // What other bodies there are is not in the table.
                Serves::Handler | Serves::Body(_) => {
                    quote!(pub(super) const #row: table::Entry = #entry;)
                }
            }
        })
        .peekable();
    if rows.peek().is_none() {
        return TokenStream::new();
    }
    quote! {
        mod rows {
            use super::table;

            #(#rows)*
        }
    }
}
