//! A gateway alone: the same resource as the SDK's server by hand, over our own HTTP server, or with `sdk` over the one that
//! the server by hand has.

#[path = "../fixture/http.rs"]
mod http;

use std::{env, error::Error};

use rmcp::{RoleServer, service::RequestContext};
use wayleave::prelude::*;
use wayleave_rmcp::GatewayHandler;
use wayleave_server::{HttpOptions, Server};

use crate::http::Shape;

struct Text;

#[resources]
impl Text {
    #[resource(uri = "test://static-text", mime_type = "text/plain")]
    async fn text(&self) -> &'static str {
        "This is the content of the static text resource."
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let gateway = Gateway::builder(OpenPolicy::new()).resources(Text).build()?;
    let handler = GatewayHandler::new(gateway, |_: &RequestContext<RoleServer>| ());
    let address = env::args().nth(1).unwrap_or_else(|| "127.0.0.1:0".into());
    if env::args().nth(2).is_some_and(|over| over == "sdk") {
        http::serve(handler, &address, Shape::default()).await?;
    } else {
        let server = Server::new(handler).quiet_reads().bind(address.parse()?, HttpOptions::new()).await?;
        eprintln!("listening on {}", server.address());
        server.run().await?;
    }
    Ok(())
}
