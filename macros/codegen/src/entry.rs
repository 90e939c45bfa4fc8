//! What attributes say, as the constant that the program has of it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{LitStr, Type, spanned::Spanned};

use crate::{
    attribute::{Address, Described},
    details::Details,
    paths::CratePath,
};

/// `<Type as FromCapture>`, at the type: every mention of it gives one and the same error, which is shown once.
pub(crate) fn from_capture(krate: &CratePath, ty: &Type) -> TokenStream {
    let krate = krate.at(ty.span());
    quote_spanned!(ty.span()=> <#ty as #krate::route::FromCapture>)
}

/// The expression of an `Entry`, constant where the types of `captures` are; these are the variables in the template's
/// order with their types. Nothing where a route type says it.
pub(crate) fn entry(
    krate: &CratePath,
    described: &Described,
    name: &str,
    description: Option<&str>,
    captures: &[(String, Type)],
) -> Option<TokenStream> {
    let table = quote!(#krate::resource::table);
    let mut entry = match described.address.as_ref()? {
        Address::Uri(uri) => quote!(#table::Entry::uri(#name, #uri)),
        Address::Template(template, _) if captures.is_empty() => {
            quote!(#table::Entry::template(#name, #template, &[]))
        }
        Address::Template(template, _) => {
            let captures = captures.iter().map(|(variable, ty)| {
                let parsed = from_capture(krate, ty);
                quote!(#table::Capture::written(#variable, #parsed::canonical))
            });
            quote!(#table::Entry::template(#name, #template, const { &[#(#captures),*] }))
        }
        Address::Route(_) => return None,
    };
    let details = Details {
        title: described.title.as_ref().map(LitStr::value),
        description: description.map(str::to_owned),
        mime_type: described.mime_type.as_ref().map(LitStr::value),
        size: described.size,
        annotations: &described.annotations,
        icons: &described.icons,
        meta: &described.meta,
        cache: described.cache,
        overlaps: described.overlaps,
    };
    entry.extend(details.calls(&table));
    Some(entry)
}
