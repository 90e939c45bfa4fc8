use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{CompleteRequestParams, CompleteResult},
    service::RequestContext,
};
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

#[resource_handler(gateway = self.gateway, caller = User::of)]
impl ServerHandler for Server {
    fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Ok(CompleteResult::default())
    }
}

fn main() {}
