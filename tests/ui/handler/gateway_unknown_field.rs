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

#[resource_handler(gateway = self.gatewy, caller = User::of)]
impl ServerHandler for Server {}

fn main() {}
