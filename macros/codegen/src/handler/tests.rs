use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::resource_handler;
use crate::testing::{errors, pretty};

fn faults(arguments: &str, body: &str) -> Vec<String> {
    let item = format!("impl ServerHandler for Server {{ {body} }}");
    errors(resource_handler(arguments.parse().unwrap(), item.parse().unwrap()))
}

/// The last segments of what stands on the block, in order.
fn attributes(tokens: TokenStream) -> Vec<String> {
    let block: syn::ItemImpl = syn::parse2(tokens).unwrap();
    let name = |attribute: &syn::Attribute| attribute.path().segments.last().unwrap().ident.to_string();
    block.attrs.iter().map(name).collect()
}

/// The names of the methods in the block, in order.
fn methods(tokens: TokenStream) -> Vec<String> {
    let text = tokens.to_string();
    let block: syn::ItemImpl = syn::parse_str(&text).unwrap();
    let name = |item: &syn::ImplItem| match item {
        syn::ImplItem::Fn(function) => function.sig.ident.to_string(),
        _ => String::new(),
    };
    block.items.iter().map(name).collect()
}

#[test]
fn an_empty_block() {
    let tokens = resource_handler(quote!(gateway = self.gateway), quote!(impl ServerHandler for Server {}));
    insta::assert_snapshot!("empty", pretty(tokens));
}

#[test]
fn a_block_with_methods() {
    let tokens = resource_handler(
        quote!(gateway = self.0.resources(), caller = |context| user(context), crate = library::mcp),
        quote! {
            #[cfg(unix)]
            impl<S: Store> ServerHandler for Server<S>
            where
                S: Clone,
            {
                /// What this server is.
                fn get_info(&self) -> ServerConfig {
                    if self.small {
                        return ServerConfig::default();
                    }
                    self.info.clone()
                }

                async fn list_prompts(
                    &self,
                    _: Option<PaginatedRequestParams>,
                    _: RequestContext<RoleServer>,
                ) -> Result<ListPromptsResult, ErrorData> {
                    Ok(ListPromptsResult::default())
                }

                async fn complete(
                    &self,
                    mut request: CompleteRequestParams,
                    _context: RequestContext<RoleServer>,
                ) -> Result<CompleteResult, ErrorData> {
                    request.context = None;
                    self.completions.of(request).await
                }
            }
        },
    );
    insta::assert_snapshot!("methods", pretty(tokens));
}

#[test]
fn methods_under_conditions() {
    let tokens = resource_handler(
        quote!(gateway = self.gateway, caller = Self::caller),
        quote! {
            impl ServerHandler for Server {
                #[cfg(feature = "named")]
                #[cfg(unix)]
                fn get_info(&self) -> ServerConfig {
                    self.info.clone()
                }

                #[cfg(windows)]
                fn get_info(&self) -> ServerConfig {
                    ServerConfig::default()
                }

                #[cfg(feature = "prompts")]
                async fn list_prompts(&self) {}

                #[cfg(feature = "completion")]
                async fn complete(
                    &self,
                    CompleteRequestParams { argument, .. }: CompleteRequestParams,
                    _: RequestContext<RoleServer>,
                ) -> Result<CompleteResult, ErrorData> {
                    Ok(words(argument))
                }
            }
        },
    );
    insta::assert_snapshot!("conditions", pretty(tokens));
}

#[test]
fn the_sdk_goes_first() {
    let arguments = quote!(gateway = self.gateway);
    let put_back = |item: TokenStream| resource_handler(arguments.clone(), item);
    let tokens = put_back(quote! {
        #[tool_handler(router = self.tools)]
        #[cfg(unix)]
        impl ServerHandler for Server {}
    });
    assert_eq!(methods(tokens.clone()), [""; 0]);
    insta::assert_snapshot!("put_back", pretty(tokens));
    let one = put_back(quote!(
        #[rmcp::prompt_handler]
        impl ServerHandler for Server {}
    ));
    assert_eq!(attributes(one), ["prompt_handler", "resource_handler"]);
    let both = put_back(quote!(
        #[::rmcp::prompt_handler]
        #[tool_handler]
        impl ServerHandler for Server {}
    ));
    assert_eq!(attributes(both), ["prompt_handler", "tool_handler", "resource_handler"]);
    let perhaps = put_back(quote!(
        #[cfg_attr(feature = "tools", rmcp::tool_handler())]
        impl ServerHandler for Server {}
    ));
    assert_eq!(attributes(perhaps), ["cfg_attr", "resource_handler"]);
    let unrelated = put_back(quote!(
        #[cfg_attr(x, allow(unused))]
        #[doc = "tool_handler"]
        impl ServerHandler for S {}
    ));
    assert_eq!(attributes(unrelated), ["cfg_attr", "doc"]);
}

/// An attribute that the compiler cannot find stays on the block for ever.
#[test]
fn nothing_is_waited_for_twice() {
    let once = resource_handler(
        quote!(gateway = self.gateway),
        quote!(
            #[tool_handler]
            impl ServerHandler for Server {}
        ),
    );
    let mut block: syn::ItemImpl = syn::parse2(once).unwrap();
    let ours = block.attrs.pop().unwrap();
    let arguments = ours.meta.require_list().unwrap().tokens.clone();
    let twice = resource_handler(arguments, quote!(#block));
    assert_eq!(attributes(twice.clone()), ["tool_handler"]);
    assert!(methods(twice).contains(&"read_resource".to_owned()));
}

/// What other attributes have written before is treated as what users write.
#[test]
fn what_is_there_is_kept() {
    let tokens = resource_handler(
        quote!(gateway = self.gateway),
        parse_quote! {
            impl ServerHandler for Server {
                async fn call_tool(&self) {}
                async fn list_tools(&self) {}
                fn get_info(&self) -> ServerConfig { info() }
            }
        },
    );
    assert_eq!(
        methods(tokens),
        [
            "call_tool",
            "list_tools",
            "get_info",
            "list_resources",
            "list_resource_templates",
            "read_resource",
            "complete",
            "accepted_subscription_filter",
            "listen",
            "subscribe",
            "unsubscribe",
        ]
    );
}

#[test]
fn all_mistakes_of_the_arguments_are_told_at_once() {
    let missing = "`#[resource_handler]` serves a gateway: write `#[resource_handler(gateway = self.gateway)]`, where the \
                   field is a `LiveGateway`";
    assert_eq!(faults("", ""), [missing]);
    assert_eq!(
        faults("calller = Self::caller, caller = \"Ann\", crate = \"x\", caller = x", ""),
        [
            "`#[resource_handler]` has no `calller`; did you mean `caller`?",
            "write `caller = Self::caller`, or `caller = |context| …`",
            "write `crate = path::to::wayleave_rmcp`, without quotes",
            "`caller` is given twice",
            missing,
        ]
    );
    assert_eq!(
        faults("gatway = self.gateway, policy = x", ""),
        [
            "`#[resource_handler]` has no `gatway`; did you mean `gateway`?",
            "`#[resource_handler]` has no `policy`",
        ]
    );
    assert_eq!(faults("gateway", ""), ["write `gateway = self.gateway`"]);
    assert_eq!(faults("gateway = , caller = x", ""), ["write `gateway = self.gateway`"]);
    assert_eq!(faults("gateway = self.gateway crate = x", ""), ["expected `,` in `#[resource_handler]`"]);
    assert_eq!(faults("gateway = self.gateway, gateway = self.other", ""), ["`gateway` is given twice"]);
}

#[test]
fn what_the_attribute_writes_is_refused_from_others() {
    let found = faults(
        "gateway = self.gateway",
        "
        async fn list_resources(&self) {}
        #[cfg(unix)] fn list_resource_templates(&self) {}
        async fn read_resource(&self) {}
        fn complete(&self) -> impl Future {}
        async fn listen(&self) {}
        fn accepted_subscription_filter(&self) {}
        async fn subscribe(&self) {}
        async fn unsubscribe(&self) {}
        async fn on_progress(&self) {}
        ",
    );
    let lists_and_reads = |name| {
        format!(
            "`{name}` is the gateway's to answer: remove this method, and serve its resources by \
             `Gateway::builder(…).resources(…)`"
        )
    };
    let subscriptions = |name| {
        format!(
            "`#[resource_handler]` writes `{name}`: remove this method; or, for one of your own, remove the attribute, \
             and call `wayleave_rmcp::glue::{name}` in it"
        )
    };
    assert_eq!(
        found,
        [
            lists_and_reads("list_resources"),
            lists_and_reads("list_resource_templates"),
            lists_and_reads("read_resource"),
            "`complete` is not `async`: write `async fn complete`, so that the gateway can answer for resources before \
             it does for the rest"
                .to_owned(),
            subscriptions("listen"),
            subscriptions("accepted_subscription_filter"),
            subscriptions("subscribe"),
            subscriptions("unsubscribe"),
        ]
    );
}

#[test]
fn what_is_no_handler_is_refused() {
    const PLACE: &str = "`#[resource_handler]` stands on an `impl ServerHandler for …` block";
    let found = |item: TokenStream| errors(resource_handler(quote!(gateway = self.gateway), item));
    assert_eq!(
        found(quote!(
            struct Server;
        )),
        [PLACE]
    );
    assert_eq!(found(quote!(impl Server {})), [PLACE]);
    assert_eq!(found(quote!(impl ClientHandler for Server {})), [PLACE]);
    assert_eq!(found(quote!(impl rmcp::handler::server::ServerHandler for Server {})), [""; 0]);
}

#[test]
fn one_block_has_one_gateway() {
    let tokens = resource_handler(
        quote!(gateway = self.a),
        quote!(
            #[tool_handler]
            #[wayleave_rmcp::resource_handler(gateway = self.b)]
            impl ServerHandler for Server {}
        ),
    );
    assert_eq!(
        errors(tokens.clone()),
        [
            "`#[resource_handler]` stands here twice: a server has one gateway, of as many resources and manifests as \
             you like"
        ]
    );
    // Nothing is expanded a second time.
    assert!(!tokens.to_string().contains("resource_handler (gateway"));
}
