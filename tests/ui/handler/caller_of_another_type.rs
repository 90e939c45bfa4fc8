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

fn name(_context: &RequestContext<RoleServer>) -> String {
    String::new()
}

#[resource_handler(gateway = self.gateway, caller = name)]
impl ServerHandler for Server {}

fn main() {}
