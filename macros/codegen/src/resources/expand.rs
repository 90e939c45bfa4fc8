//! From a checked block to its bindings: for each method a small thunk and a constant. Nothing here can fail.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, Generics, Ident, ItemImpl, Type, ext::IdentExt, parse_quote, spanned::Spanned};

use super::{
    check::{Checked, Completion, groups},
    method::{Method, answer},
    parse::Block,
};
use crate::{
    attribute::{Address, Place},
    entry::{entry, from_capture},
    generics::mentions,
    paths::CratePath,
    shape::shape,
};

/// The block as the user wrote it, and what makes resources of it.
pub(super) fn expand(item: &ItemImpl, block: &Block, checked: &[Checked]) -> TokenStream {
    let expansion = Expansion::new(item, block);
    let pairs: Vec<(&Method, &Checked)> = block.methods.iter().zip(checked).collect();
    let thunks = pairs.iter().map(|(method, checked)| expansion.thunks(method, checked));
    let binds = pairs.iter().map(|(method, checked)| expansion.bind(method, checked));
    let comparisons = groups(&block.methods)
        .into_iter()
        .map(|group| group.into_iter().filter_map(|index| pairs.get(index).copied()).collect::<Vec<_>>())
        .map(|group| expansion.comparison(&group));
    let variables = pairs.iter().flat_map(|(method, checked)| expansion.variables(method, checked));
    let Expansion { krate, self_ty, conditions, .. } = &expansion;
    let (parameters, _, bounds) = item.generics.split_for_impl();
    let resources = expansion.resources(&quote! {
        let state = ::std::sync::Arc::new(self);
        let bindings = #krate::resource::Bindings::new();
        #(#binds)*
        bindings
    });
    quote! {
        #item

        #(#conditions)*
        #[doc(hidden)]
        #[automatically_derived]
        impl #parameters #self_ty #bounds {
            #(#thunks)*
        }

        #resources
        #(#comparisons)*
        #(#variables)*
    }
}

/// The block, and an implementation of `Resources` that keeps its users compiling: the errors are the only ones then.
pub(super) fn stub(item: &ItemImpl, block: &Block) -> TokenStream {
    let expansion = Expansion::new(item, block);
    let krate = expansion.krate;
    let resources = expansion.resources(&quote!(#krate::resource::Bindings::new()));
    quote! {
        // Nothing uses the methods as long as there are errors.
        #[allow(dead_code)]
        #item
        #resources
    }
}

/// A template of the block, as the compiler compares it.
struct Served {
    shape: TokenStream,
    /// The method, and the route type if there is one.
    name: String,
    /// Where the template is given.
    span: Span,
}

/// What all that is generated needs to know of the block.
struct Expansion<'a> {
    krate: &'a CratePath,
    self_ty: &'a Type,
    generics: &'a Generics,
    /// The conditions of the whole block.
    conditions: Vec<&'a Attribute>,
    caller: Option<&'a Type>,
    /// The caller's type: the user's, or a parameter of ours.
    caller_ty: TokenStream,
    /// The names that mean nothing outside of the block.
    local: Vec<String>,
}

impl<'a> Expansion<'a> {
    fn new(item: &'a ItemImpl, block: &'a Block) -> Self {
        let caller = block.caller.as_ref();
        let mut local = vec!["Self".to_owned()];
        local.extend(item.generics.type_params().map(|parameter| parameter.ident.to_string()));
        local.extend(item.generics.const_params().map(|parameter| parameter.ident.to_string()));
        local.extend(item.generics.lifetimes().map(|parameter| parameter.lifetime.ident.to_string()));
        Self {
            krate: &block.krate,
            self_ty: &item.self_ty,
            generics: &item.generics,
            conditions: item.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect(),
            caller,
            caller_ty: caller.map_or_else(|| quote!(__Caller), ToTokens::to_token_stream),
            local,
        }
    }

    /// `impl Resources for …` with this body.
    fn resources(&self, body: &TokenStream) -> TokenStream {
        let Self { krate, self_ty, conditions, caller_ty, .. } = self;
        let mut generics = self.generics.clone();
        if self.caller.is_none() {
            generics.params.push(parse_quote!(
                __Caller: ::core::marker::Send + ::core::marker::Sync + 'static
            ));
        }
        let (parameters, _, bounds) = generics.split_for_impl();
        quote! {
            #(#conditions)*
            #[automatically_derived]
            impl #parameters #krate::resource::Resources<#caller_ty> for #self_ty #bounds {
                fn into_bindings(self) -> #krate::resource::Bindings<#caller_ty> {
                    #body
                }
            }
        }
    }

    /// The functions around a method and around its completions.
    fn thunks(&self, method: &Method, checked: &Checked) -> TokenStream {
        let Self { krate, caller_ty, .. } = self;
        let conditions = &method.conditions;
        let thunk = thunk_name(&method.ident);
        let (request, reply, convert) = match method.place {
            Place::Bundle => (quote!(ResourceMatch), quote!(Resolving), ["IntoPlan", "into_plan"]),
            Place::Resource | Place::Struct => {
                (quote!(ReadRequest), quote!(Reading), ["IntoPayload", "into_payload"])
            }
        };
        let (parse, values) = self.values(method);
        let state = quote!(state);
        let mut values = values.into_iter();
        let arguments = method.order.iter().filter_map(|is_caller| match is_caller {
            true => {
                let at = method.caller.unwrap_or_else(Span::call_site);
                Some(Ident::new("_caller", Span::call_site().located_at(at)).to_token_stream())
            }
            false => values.next(),
        });
        let name = &method.ident;
        let called = quote_spanned!(name.span()=> Self::#name(#state, #(#arguments),*));
        let run = run(krate, &called, answer(&method.output, name).as_ref(), convert);
        let generic = self.generic_caller();
        let completion =
            (!checked.completions.is_empty()).then(|| self.completion(method, &checked.completions));
        quote! {
            #(#conditions)*
            fn #thunk<'__a, #generic>(
                state: &'__a Self,
                _caller: &'__a #caller_ty,
                _request: #krate::resource::#request<'__a>,
            ) -> #krate::resource::method::#reply<'__a> {
                #parse
                #run
            }
            #completion
        }
    }

    /// What parses the captures, and the expressions that stand for the method's parameters by value.
    fn values(&self, method: &Method) -> (TokenStream, Vec<TokenStream>) {
        let krate = self.krate;
        let bind = |name: &Ident, parsed: TokenStream| {
            quote! {
                let #name = match #parsed {
                    ::core::result::Result::Ok(value) => value,
                    ::core::result::Result::Err(error) => return #krate::resource::method::refuse(error),
                };
            }
        };
        if let Some(Address::Route(route)) = &method.described.address {
            let trait_ = self.route(route);
            let at = method.parameters.first().map_or(route.span(), |parameter| parameter.ty.span());
            let name = Ident::new("route", Span::mixed_site().located_at(at));
            return (
                bind(&name, quote!(#trait_::from_captures(_request.captures()))),
                vec![name.to_token_stream()],
            );
        }
        let mut parse = TokenStream::new();
        let mut values = Vec::new();
        for (index, parameter) in method.parameters.iter().enumerate() {
            let Some(taker) = &parameter.taker else { continue };
            let name = format_ident!("value{index}", span = Span::mixed_site());
            let (variable, ty) = (&taker.variable, &parameter.ty);
            let trait_ = from_capture(krate, ty);
            parse.extend(bind(
                &name,
                quote!(#krate::resource::method::capture(_request.captures(), #variable, #trait_::from_capture)),
            ));
            values.push(name.to_token_stream());
        }
        (parse, values)
    }

    fn completion(&self, method: &Method, completions: &[Completion]) -> TokenStream {
        let Self { krate, caller_ty, .. } = self;
        let (conditions, thunk) = (&method.conditions, completion_name(&method.ident));
        let arms = completions.iter().map(|completion| {
            let (variable, name) = (&completion.variable.name, &completion.method);
            // Our own names keep their own span: the method's may come from another macro.
            let caller = completion.takes_caller.then(|| quote!(_caller,));
            let arguments = quote!(state, #caller request);
            let called = quote_spanned!(name.span()=> Self::#name(#arguments));
            let answer = answer(&completion.output, name);
            let run = run(krate, &called, answer.as_ref(), ["IntoValues", "into_values"]);
            quote!(#variable => #run)
        });
        let generic = self.generic_caller();
        quote! {
            #(#conditions)*
            fn #thunk<'__a, #generic>(
                state: &'__a Self,
                _caller: &'__a #caller_ty,
                request: #krate::resource::CompletionRequest<'__a>,
            ) -> #krate::resource::method::Completing<'__a> {
                match request.variable() {
                    #(#arms,)*
                    _ => #krate::resource::method::complete_nothing(),
                }
            }
        }
    }

    /// The statement that adds a method's binding.
    fn bind(&self, method: &Method, checked: &Checked) -> TokenStream {
        let Self { krate, .. } = self;
        let conditions = &method.conditions;
        let served = match &method.described.address {
            Some(Address::Route(route)) => {
                let trait_ = self.route(route);
                quote!(#krate::resource::method::Served::route(#trait_::definition, #trait_::canonical))
            }
            _ => {
                let description = checked.description.as_deref();
                let entry = entry(krate, &method.described, &checked.name, description, &checked.captures);
                quote!(#krate::resource::method::Served::entry(const { &#entry }))
            }
        };
        let kind = match method.place {
            Place::Bundle => quote!(bundle),
            Place::Resource | Place::Struct => quote!(resource),
        };
        let thunk = thunk_name(&method.ident);
        let takes_caller = method.caller.map(|_| quote!(.takes_caller()));
        let complete = (!checked.completions.is_empty()).then(|| {
            let thunk = completion_name(&method.ident);
            quote!(.complete(Self::#thunk))
        });
        // That the type may not be shared is said where it stands, by every method in the same words: once.
        let at = self.self_ty.span();
        let own = |name: &str| Ident::new(name, Span::call_site().located_at(at));
        let (here, bindings, state) = (krate.at(at), own("bindings"), own("state"));
        let method = quote!(const {
            #krate::resource::method::Method::#kind(#served, Self::#thunk) #takes_caller #complete
        });
        let bound = quote_spanned!(at=> #here::resource::method::bind(#bindings, &#state, #method));
        quote! {
            #(#conditions)*
            let bindings = #bound;
        }
    }

    /// What compares route types with all that the block serves, while compiling (U7). The templates that the macro
    /// knows it has compared already.
    fn comparison(&self, group: &[(&Method, &Checked)]) -> Option<TokenStream> {
        let krate = self.krate;
        let mut served: Vec<Served> = group
            .iter()
            .filter_map(|(method, _)| match &method.described.address {
                Some(Address::Template(literal, template)) => {
                    let shape = shape(krate, template, method.described.overlaps);
                    Some(Served { shape, name: format!("`{}`", method.ident), span: literal.span() })
                }
                _ => None,
            })
            .collect();
        let inline = served.len();
        for (method, _) in group {
            let Some(Address::Route(route)) = &method.described.address else { continue };
            if mentions(route.to_token_stream(), &self.local) {
                // It is compared when a gateway is built: here, nobody knows what it is.
                continue;
            }
            let (trait_, spelt) = (self.route(route), route.to_token_stream());
            let name = format!("`{}`, of the route `{spelt}`", method.ident);
            served.push(Served { shape: quote!(#trait_::SHAPE), name, span: route.span() });
        }
        let index = Ident::new("index", Span::mixed_site());
        let comparisons: Vec<TokenStream> = (0..)
            .zip(&served)
            .skip(inline.max(1))
            .map(|(at, Served { span, .. })| {
                let at = Literal::usize_unsuffixed(at);
                quote_spanned!(*span=> const _: () = overlaps_with(#at);)
            })
            .collect();
        if comparisons.is_empty() {
            return None;
        }
        // The error stands at the later one of the two, which calls this, and shows the arm of the first one.
        let firsts = (0..).zip(&served).take(served.len() - 1).map(|(at, Served { span, .. })| {
            let (at, here) = (Literal::usize_unsuffixed(at), krate.at(*span));
            let apart =
                quote_spanned!(*span=> #here::route::shape::assert_apart(SHAPES, SERVED, #index, #at));
            quote!(#at => #apart)
        });
        let whole = &self.conditions;
        let conditions = group.first().map(|(method, _)| &method.conditions).into_iter().flatten();
        let (shapes, names) =
            (served.iter().map(|served| &served.shape), served.iter().map(|served| &served.name));
        let count = Literal::usize_unsuffixed(served.len());
        let slots = Literal::usize_unsuffixed((4 * served.len()).next_power_of_two());
        Some(quote! {
            #(#whole)* #(#conditions)*
            const _: () = {
                const SHAPES: &[&#krate::route::Shape; #count] = &[#(&#shapes),*];
                const SERVED: &[&::core::primitive::str; #count] = &[#(#names),*];
                const FOUND: &[::core::primitive::usize; #count] =
                    &#krate::route::shape::first_overlaps::<#count, #slots>(SHAPES);
                const fn overlaps_with(#index: ::core::primitive::usize) {
                    match #krate::route::shape::found(FOUND, #index) {
                        #(#firsts,)*
                        _ => {}
                    }
                }
                #(#comparisons)*
            };
        })
    }

    /// What says of each variable to complete that its route type has it.
    fn variables(&self, method: &Method, checked: &Checked) -> Vec<TokenStream> {
        let krate = self.krate;
        let Some(Address::Route(route)) = &method.described.address else { return Vec::new() };
        if mentions(route.to_token_stream(), &self.local) {
            return Vec::new();
        }
        let (trait_, whole, conditions) = (self.route(route), &self.conditions, &method.conditions);
        let asserted = checked.completions.iter().map(|completion| {
            let (variable, span) = (&completion.variable.name, completion.variable.span);
            let here = krate.at(span);
            quote_spanned! {span=>
                #(#whole)* #(#conditions)*
                const _: () = #here::route::shape::assert_variable(&#trait_::SHAPE, #variable);
            }
        });
        asserted.collect()
    }

    /// `<Type as Route>`, at the type: every mention of it gives one and the same error, which is shown once.
    fn route(&self, route: &Type) -> TokenStream {
        let krate = self.krate.at(route.span());
        quote_spanned!(route.span()=> <#route as #krate::route::Route>)
    }

    /// The parameter of a thunk that serves every caller.
    fn generic_caller(&self) -> Option<TokenStream> {
        self.caller.is_none().then(|| quote!(__Caller))
    }
}

/// What makes of a method's future what the thunk returns. A complaint of the future stands where it is `called`, at the
/// method's name; one of the answer's type stands there.
fn run(krate: &CratePath, called: &TokenStream, answer: Option<&Type>, convert: [&str; 2]) -> TokenStream {
    let [trait_, function] = convert.map(|name| format_ident!("{name}"));
    let converted = match answer {
        Some(ty) => {
            let krate = krate.at(ty.span());
            quote_spanned!(ty.span()=> <#ty as #krate::resource::#trait_>::#function)
        }
        None => quote!(#krate::resource::#trait_::#function),
    };
    quote!(#krate::resource::method::run(#called, #converted))
}

fn thunk_name(method: &Ident) -> Ident {
    format_ident!("__wayleave_{}", method.unraw(), span = Span::mixed_site())
}

fn completion_name(method: &Ident) -> Ident {
    format_ident!("__wayleave_complete_{}", method.unraw(), span = Span::mixed_site())
}
