//! From a checked block to one that serves resources. Every method that is written here is one call. Nothing here can
//! fail.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, FnArg, ImplItem, ImplItemFn, ItemImpl, parse_quote, spanned::Spanned};

use super::{arguments::Arguments, condition::Presence};
use crate::item;

/// The block, with what it lacks written into it, and with what it has made to speak for resources too.
pub(super) fn expand(mut block: ItemImpl, arguments: &Arguments) -> TokenStream {
    let expansion = Expansion::new(arguments);
    let [info, complete, tools, prompts] =
        ["get_info", "complete", "list_tools", "list_prompts"].map(|name| Presence::of(&block, name));
    for item in &mut block.items {
        match item {
            ImplItem::Fn(function) if function.sig.ident == "get_info" => {
                expansion.announce_too(function, &prompts)
            }
            ImplItem::Fn(function) if function.sig.ident == "complete" => expansion.answer_first(function),
            _ => {}
        }
    }
    let written = [
        info.otherwise(expansion.info(&tools, &prompts)),
        Some(expansion.lists_and_reads()),
        complete.otherwise(expansion.complete()),
        Some(expansion.subscriptions()),
    ];
    block.items.extend(written.into_iter().flatten().map(ImplItem::Verbatim));
    block.into_token_stream()
}

/// The pieces that the methods are made of.
struct Expansion {
    /// What they call, and where the SDK's types are found.
    glue: TokenStream,
    /// The gateway with who asks, as an expression.
    served: TokenStream,
    /// Our parameters: names that no name of the user's can mean.
    request: Ident,
    context: Ident,
}

impl Expansion {
    fn new(arguments: &Arguments) -> Self {
        let krate = &arguments.krate;
        Self {
            glue: quote!(#krate::glue),
            served: served(arguments),
            request: Ident::new("request", Span::mixed_site()),
            context: Ident::new("context", Span::mixed_site()),
        }
    }

    /// `get_info`, where nobody has written one.
    fn info(&self, tools: &Presence, prompts: &Presence) -> TokenStream {
        let glue = &self.glue;
        let (tools, prompts) = (tools.holds(), prompts.holds());
        quote! {
            fn get_info(&self) -> #glue::model::ServerConfig {
                let info = #glue::info(
                    ::core::env!("CARGO_PKG_NAME"),
                    ::core::env!("CARGO_PKG_VERSION"),
                    #tools,
                );
                #glue::announce(info, #prompts)
            }
        }
    }

    fn lists_and_reads(&self) -> TokenStream {
        let Self { glue, served, request, context } = self;
        quote! {
            async fn list_resources(
                &self,
                #request: ::core::option::Option<#glue::model::PaginatedRequestParams>,
                #context: #glue::Context,
            ) -> #glue::Answer<#glue::model::ListResourcesResult> {
                #served.list_resources(#request, #context).await
            }

            async fn list_resource_templates(
                &self,
                #request: ::core::option::Option<#glue::model::PaginatedRequestParams>,
                #context: #glue::Context,
            ) -> #glue::Answer<#glue::model::ListResourceTemplatesResult> {
                #served.list_resource_templates(#request, #context).await
            }

            async fn read_resource(
                &self,
                #request: #glue::model::ReadResourceRequestParams,
                #context: #glue::Context,
            ) -> #glue::Answer<#glue::model::ReadResourceResponse> {
                #served.read_resource(#request, #context).await
            }
        }
    }

    /// `complete`, where nobody has written one.
    fn complete(&self) -> TokenStream {
        let Self { glue, served, request, context } = self;
        quote! {
            async fn complete(
                &self,
                #request: #glue::model::CompleteRequestParams,
                #context: #glue::Context,
            ) -> #glue::Answer<#glue::model::CompleteResult> {
                #served.complete(#request, #context).await
            }
        }
    }

    fn subscriptions(&self) -> TokenStream {
        let Self { glue, served, request, context } = self;
        quote! {
            fn accepted_subscription_filter(
                &self,
                #request: &#glue::model::SubscriptionFilter,
            ) -> ::core::option::Option<#glue::model::SubscriptionFilter> {
                #glue::accepted_subscription_filter(#request)
            }

            async fn listen(&self, #context: #glue::SubscriptionContext) -> #glue::Answer<()> {
                #served.listen(#context).await
            }

            async fn subscribe(
                &self,
                #request: #glue::model::SubscribeRequestParams,
                #context: #glue::Context,
            ) -> #glue::Answer<()> {
                #served.subscribe(#request, #context).await
            }

            async fn unsubscribe(
                &self,
                #request: #glue::model::UnsubscribeRequestParams,
                #context: #glue::Context,
            ) -> #glue::Answer<()> {
                #served.unsubscribe(#request, #context).await
            }
        }
    }

    /// Adds resources to what an existing `get_info` says. Its body becomes that of a closure, so that it may still
    /// return early.
    fn announce_too(&self, function: &mut ImplItemFn, prompts: &Presence) {
        if function.sig.asyncness.is_some() {
            return; // The compiler has something to say of it.
        }
        let (glue, prompts, output) = (&self.glue, prompts.holds(), &function.sig.output);
        let statements = std::mem::take(&mut function.block.stmts);
        let info = Ident::new("info", Span::mixed_site());
        function.block.stmts = item::statements(quote! {
            let #info = || #output { #(#statements)* };
            #glue::announce(#info(), #prompts)
        });
    }

    /// Puts the answer for resources before an existing `complete`. Its parameters, which may be patterns, are bound
    /// after that.
    fn answer_first(&self, function: &mut ImplItemFn) {
        let mut inputs = function.sig.inputs.iter_mut();
        let (Some(FnArg::Receiver(_)), Some(FnArg::Typed(request)), Some(FnArg::Typed(context)), None) =
            (inputs.next(), inputs.next(), inputs.next(), inputs.next())
        else {
            return; // The compiler has something to say of it.
        };
        let Self { glue, served, request: our_request, context: our_context } = self;
        let bound = [(request, our_request), (context, our_context)].map(|(parameter, name)| {
            let attributes = std::mem::take(&mut parameter.attrs);
            let pattern = std::mem::replace(&mut parameter.pat, parse_quote!(#name));
            quote!(#(#attributes)* let #pattern = #name;)
        });
        let statements = std::mem::take(&mut function.block.stmts);
        function.block.stmts = item::statements(quote! {
            if ::core::matches!(#our_request.r#ref, #glue::model::Reference::Resource(_)) {
                return #served.complete(#our_request, #our_context).await;
            }
            #(#bound)*
            #(#statements)*
        });
    }
}

/// The gateway with who asks. What is wrong with their types is said where they stand, by every method in the same
/// words: once.
fn served(arguments: &Arguments) -> TokenStream {
    let Arguments { gateway, caller, krate, .. } = arguments;
    let at = |expression: &Expr| Span::call_site().located_at(expression.span());
    let here = krate.at(gateway.span());
    let caller = match caller.as_ref().map(bare) {
        None => return quote_spanned!(at(gateway)=> #here::glue::served_to_all(&#gateway)),
        // What a closure takes is known from where it goes.
        Some(closure @ Expr::Closure(_)) => {
            let here = krate.at(closure.span());
            quote_spanned!(at(closure)=> &#here::glue::closure(#closure))
        }
        Some(source) => quote_spanned!(at(source)=> &#source),
    };
    quote_spanned!(at(gateway)=> #here::glue::served(&#gateway, #caller))
}

/// The expression without the invisible parentheses that `macro_rules!` puts around it, and without those that are seen.
fn bare(expression: &Expr) -> &Expr {
    match expression {
        Expr::Group(group) => bare(&group.expr),
        Expr::Paren(paren) => bare(&paren.expr),
        other => other,
    }
}
