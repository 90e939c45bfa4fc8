//! The SDK alone: one resource by a handler written by hand, over the same HTTP server as the fixture's.

#[path = "../fixture/http.rs"]
mod http;

use std::{env, io};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents,
        ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};

use crate::http::Shape;

#[derive(Clone)]
struct Plain;

impl ServerHandler for Plain {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_resources().build())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match &*request.uri {
            "test://static-text" => {
                let text = "This is the content of the static text resource.";
                let contents = ResourceContents::text(text, request.uri).with_mime_type("text/plain");
                Ok(ReadResourceResult::new(vec![contents]).into())
            }
            _ => Err(ErrorData::resource_not_found("Resource not found", None)),
        }
    }
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let address = env::args().nth(1).unwrap_or_else(|| "127.0.0.1:0".into());
    http::serve(Plain, &address, Shape::default()).await
}
