//! The trait of what is read by code, and a thunk around each of its methods.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    docs,
    plan::{Plan, Planned},
};

/// The trait of what is read by code; none where nothing is.
pub(super) fn handlers(plan: &Plan<'_>) -> TokenStream {
    let mut methods = plan
        .entries
        .iter()
        .filter(|planned| planned.is_handled())
        .map(|planned| {
            let docs = docs::entry(planned.entry);
            let method = planned.names.method();
            let route = planned.is_family().then(|| {
                let structure = planned.names.structure();
                quote!(, route: #structure)
            });
            quote! {
                #docs
                fn #method(&self, caller: &Self::Caller #route) -> impl ::std::future::Future<
                    Output = ::std::result::Result<resource::Payload, resource::ReadError>,
                > + ::std::marker::Send;
            }
        })
        .peekable();
    if methods.peek().is_none() {
        return TokenStream::new();
    }
    quote! {
        /// Reads the entries that say `handler: true`. Implement the methods as `async fn`.
        pub trait Handlers: ::std::marker::Send + ::std::marker::Sync + 'static {
            /// Who asks; the same as the policy's caller.
            type Caller: ::std::marker::Send + ::std::marker::Sync + 'static;

            #(#methods)*
        }
    }
}

/// What the table calls to read the entries by their methods.
pub(super) fn thunks(plan: &Plan<'_>) -> TokenStream {
    plan.entries.iter().filter(|planned| planned.is_handled()).map(thunk).collect()
}

fn thunk(planned: &Planned<'_>) -> TokenStream {
    let (thunk, method) = (planned.names.thunk(), planned.names.method());
    let (request, answer) = match planned.is_family() {
        true => {
            (quote!(request), quote!(table::answer(request, move |route| handlers.#method(caller, route))))
        }
        false => (quote!(_request), quote!(::std::boxed::Box::pin(handlers.#method(caller)))),
    };
    quote! {
        fn #thunk<'a, H: Handlers>(
            handlers: &'a H,
            caller: &'a H::Caller,
            #request: resource::ReadRequest<'a>,
        ) -> table::Answer<'a> {
            #answer
        }
    }
}
