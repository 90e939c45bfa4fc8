//! A block without the attribute: what tells that it was forgotten is what the README says.

use rmcp::{RoleServer, ServerHandler, service::RequestContext, tool, tool_handler, tool_router};

use crate::harness::{User, connect, name};

struct Server;

#[tool_router]
impl Server {
    #[tool(description = "adds")]
    async fn add(&self) -> String {
        "added".into()
    }
}

#[tool_handler(name = "assets", version = "1.0.0")]
impl ServerHandler for Server {}

impl Server {
    #[expect(dead_code, reason = "the compiler warns of it, which is what is tested here")]
    fn caller(context: &RequestContext<RoleServer>) -> User {
        User::of(context)
    }
}

#[tokio::test]
async fn there_are_no_resources() {
    let client = connect(Server).await;
    assert_eq!(name(&client), ["assets", "1.0.0"]);
    let capabilities = &client.peer_info().unwrap().capabilities;
    assert!(capabilities.tools.is_some() && capabilities.resources.is_none());
}
