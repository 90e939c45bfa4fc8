//! The attribute on blocks that say things themselves.

use crate::harness::{Has, check, complete, name};
use rmcp::model::Reference;

/// A server that describes itself, with an early end, and completes its prompts.
macro_rules! own {
    ($this:ident, $($attributes:tt)*) => {
        use rmcp::{
            ErrorData, RoleServer,
            model::{
                CompleteRequestParams, CompleteResult, CompletionInfo, Implementation, ServerCapabilities, ServerConfig,
            },
            service::RequestContext,
        };
        crate::harness::server!();

        $($attributes)*
        impl ServerHandler for Server {
            /// What this is.
            fn get_info(&$this) -> ServerConfig {
                let info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
                    .with_server_info(Implementation::new("own", "3.0.0"));
                if std::sync::Arc::new($this).gateway.current().limits().max_items > 0 {
                    return info;
                }
                info.with_instructions("never said")
            }

            async fn complete(
                &$this,
                CompleteRequestParams { mut argument, .. }: CompleteRequestParams,
                _: RequestContext<RoleServer>,
            ) -> Result<CompleteResult, ErrorData> {
                argument.value.push('!');
                let info = CompletionInfo::new(vec![argument.value]);
                Ok(CompleteResult::new(info.map_err(|error| ErrorData::internal_error(error, None))?))
            }
        }
    };
}

mod tool_prompt_resource {
    own! { self,
        #[tool_handler]
        #[prompt_handler]
        #[resource_handler(gateway = self.gateway, caller = User::of)]
    }
}

mod prompt_tool_resource {
    own! { self,
        #[prompt_handler]
        #[tool_handler]
        #[resource_handler(gateway = self.gateway, caller = User::of)]
    }
}

mod tool_resource_prompt {
    own! { self,
        #[tool_handler]
        #[resource_handler(gateway = self.gateway, caller = User::of)]
        #[prompt_handler]
    }
}

mod prompt_resource_tool {
    own! { self,
        #[prompt_handler]
        #[resource_handler(gateway = self.gateway, caller = User::of)]
        #[tool_handler]
    }
}

mod resource_tool_prompt {
    own! { self,
        #[resource_handler(gateway = self.gateway, caller = User::of)]
        #[tool_handler]
        #[prompt_handler]
    }
}

mod resource_prompt_tool {
    own! { self,
        #[resource_handler(gateway = self.gateway, caller = User::of)]
        #[prompt_handler]
        #[tool_handler]
    }
}

#[tokio::test]
async fn all_six_orders() {
    let both = Has { tools: true, prompts: true };
    let clients = [
        check(tool_prompt_resource::Server::new(), both).await,
        check(prompt_tool_resource::Server::new(), both).await,
        check(tool_resource_prompt::Server::new(), both).await,
        check(prompt_resource_tool::Server::new(), both).await,
        check(resource_tool_prompt::Server::new(), both).await,
        check(resource_prompt_tool::Server::new(), both).await,
    ];
    for client in clients {
        let info = client.peer_info().unwrap();
        assert_eq!(
            (name(&client), info.instructions.as_deref()),
            (["own", "3.0.0"].map(str::to_owned), None)
        );
        assert_eq!(complete(&client, Reference::for_prompt("greet"), "hello").await, ["hello!"]);
    }
}

/// Methods under conditions, those that hold and those that do not.
mod conditions {
    use rmcp::{
        ErrorData, RoleServer,
        model::{ListPromptsResult, PaginatedRequestParams, Prompt},
        service::RequestContext,
    };
    crate::harness::server!();

    #[tool_handler]
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    impl ServerHandler for Server {
        #[cfg(not(test))]
        fn get_info(&self) -> left_out::ServerConfig {
            left_out::info()
        }

        #[cfg(not(miri))]
        #[cfg(test)]
        async fn list_prompts(
            &self,
            _: Option<PaginatedRequestParams>,
            _: RequestContext<RoleServer>,
        ) -> Result<ListPromptsResult, ErrorData> {
            Ok(ListPromptsResult::with_all_items(vec![Prompt::new("greet", None::<String>, None)]))
        }

        #[cfg(any())]
        async fn complete(&self, request: left_out::Request, _: left_out::Context) -> left_out::Result {
            left_out::complete(request)
        }
    }
}

#[tokio::test]
async fn methods_under_conditions() {
    let client = check(conditions::Server::new(), Has { tools: true, prompts: true }).await;
    assert_eq!(name(&client), [env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")]);
}
