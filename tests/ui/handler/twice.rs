use rmcp::{RoleServer, ServerHandler, service::RequestContext};
use wayleave_rmcp::{LiveGateway, resource_handler};

struct User;

impl User {
    fn of(_context: &RequestContext<RoleServer>) -> Self {
        Self
    }
}

struct Server {
    gateway: LiveGateway<User>,
}

#[rmcp::tool_router]
impl Server {
    #[rmcp::tool]
    async fn add(&self) -> String {
        String::new()
    }
}

#[resource_handler(gateway = self.gateway, caller = User::of)]
#[rmcp::tool_handler]
#[resource_handler(gateway = self.gateway, caller = User::of)]
impl ServerHandler for Server {}

fn main() {}
