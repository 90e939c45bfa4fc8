// The compiler tells it, and the handler is one all the same.
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
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
    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let result = ;
        Ok(CompleteResult::default())
    }
}

fn main() {
    let serve = |server: Server| drop(server.serve(tokio::io::duplex(64).0));
    drop(serve);
}
