use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams,
        ReadResourceResponse,
    },
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
    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::default())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::default())
    }

    #[cfg(not(windows))]
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Err(ErrorData::resource_not_found(request.uri, None))
    }
}

fn main() {}
