//! What is generated gives no warning, however strict the crate is: this compiles, also under clippy.

#![deny(missing_docs, unused, clippy::all, clippy::pedantic, unused_qualifications, unreachable_pub)]

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{CompleteRequestParams, CompleteResult, PromptMessage, ServerConfig},
    prompt, prompt_handler, prompt_router,
    service::RequestContext,
    tool, tool_handler, tool_router,
};
use wayleave_rmcp::{LiveGateway, resource_handler};

use crate::harness::{Has, User, check, gateway};

/// A server whose methods are all written for it.
#[derive(Debug)]
struct Bare {
    gateway: LiveGateway<User>,
}

#[resource_handler(gateway = self.gateway, caller = Self::caller)]
impl ServerHandler for Bare {}

impl Bare {
    fn caller(_context: &RequestContext<RoleServer>) -> User {
        User("Ann")
    }
}

/// A server that says everything itself.
#[derive(Debug)]
struct Full {
    gateway: &'static LiveGateway<User>,
}

#[tool_router]
impl Full {
    #[tool(description = "adds")]
    async fn add(&self) -> String {
        std::future::ready(String::from("added")).await
    }
}

#[prompt_router]
impl Full {
    #[prompt(description = "greets")]
    async fn greet(&self) -> Vec<PromptMessage> {
        std::future::ready(Vec::new()).await
    }
}

#[resource_handler(gateway = self.gateway, caller = |_| User("Ann"))]
#[tool_handler]
#[prompt_handler]
impl ServerHandler for Full {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::default();
        info.capabilities.tools = Some(rmcp::model::ToolsCapability::default());
        info
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        std::future::ready(request.argument).await;
        Ok(CompleteResult::default())
    }
}

#[tokio::test]
async fn they_serve_as_well() {
    check(Bare { gateway: gateway() }, Has { tools: false, prompts: false }).await;
    let gateway = Box::leak(Box::new(gateway()));
    check(Full { gateway }, Has { tools: true, prompts: true }).await;
}
