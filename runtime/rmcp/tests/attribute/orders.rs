//! The attribute among the SDK's, in every order, with each of them and without.

use crate::harness::{Has, check, complete, name};
use rmcp::model::Reference;

const BOTH: Has = Has { tools: true, prompts: true };

mod tool_prompt_resource {
    crate::harness::server!();
    #[tool_handler]
    #[prompt_handler]
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    impl ServerHandler for Server {}
}

mod prompt_tool_resource {
    crate::harness::server!();
    #[prompt_handler]
    #[tool_handler]
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    impl ServerHandler for Server {}
}

mod tool_resource_prompt {
    crate::harness::server!();
    #[tool_handler]
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    #[prompt_handler]
    impl ServerHandler for Server {}
}

mod prompt_resource_tool {
    crate::harness::server!();
    #[prompt_handler]
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    #[rmcp::tool_handler]
    impl ServerHandler for Server {}
}

mod resource_tool_prompt {
    crate::harness::server!();
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    #[tool_handler]
    #[rmcp::prompt_handler]
    impl ServerHandler for Server {}
}

mod resource_prompt_tool {
    crate::harness::server!();
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    #[prompt_handler]
    #[tool_handler]
    impl ServerHandler for Server {}
}

#[tokio::test]
async fn all_six_orders() {
    check(tool_prompt_resource::Server::new(), BOTH).await;
    check(prompt_tool_resource::Server::new(), BOTH).await;
    check(tool_resource_prompt::Server::new(), BOTH).await;
    check(prompt_resource_tool::Server::new(), BOTH).await;
    check(resource_tool_prompt::Server::new(), BOTH).await;
    check(resource_prompt_tool::Server::new(), BOTH).await;
}

mod tool_resource {
    crate::harness::server!();
    #[tool_handler(name = "hall", version = "2.0.0", instructions = "Be kind.")]
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    impl ServerHandler for Server {}
}

mod resource_tool {
    crate::harness::server!();
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    #[tool_handler(name = "hall", version = "2.0.0", instructions = "Be kind.")]
    impl ServerHandler for Server {}
}

#[tokio::test]
async fn beside_tools() {
    let has = Has { tools: true, prompts: false };
    for client in
        [check(tool_resource::Server::new(), has).await, check(resource_tool::Server::new(), has).await]
    {
        let info = client.peer_info().unwrap();
        assert_eq!(name(&client), ["hall", "2.0.0"]);
        assert_eq!(info.instructions.as_deref(), Some("Be kind."));
    }
}

mod prompt_resource {
    crate::harness::server!();
    #[prompt_handler]
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    impl ServerHandler for Server {}
}

mod resource_prompt {
    crate::harness::server!();
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    #[prompt_handler]
    impl ServerHandler for Server {}
}

#[tokio::test]
async fn beside_prompts() {
    let has = Has { tools: false, prompts: true };
    for client in
        [check(prompt_resource::Server::new(), has).await, check(resource_prompt::Server::new(), has).await]
    {
        // As the SDK answers where nobody completes prompts.
        assert!(complete(&client, Reference::for_prompt("greet"), "s").await.is_empty());
    }
}

mod alone {
    crate::harness::server!();
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    impl ServerHandler for Server {}
}

#[tokio::test]
async fn by_itself() {
    let client = check(alone::Server::new(), Has { tools: false, prompts: false }).await;
    assert_eq!(name(&client), [env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")]);
}

mod perhaps {
    crate::harness::server!();
    #[resource_handler(gateway = self.gateway, caller = User::of)]
    #[cfg_attr(test, tool_handler)]
    #[cfg_attr(not(test), prompt_handler)]
    impl ServerHandler for Server {}
}

#[tokio::test]
async fn an_attribute_under_a_condition() {
    check(perhaps::Server::new(), Has { tools: true, prompts: false }).await;
}
