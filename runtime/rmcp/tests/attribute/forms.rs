//! Every form that the attribute and the block can have.

use std::sync::Arc;

use rmcp::{ErrorData, RoleServer, ServerHandler, service::RequestContext};
use wayleave::prelude::*;
use wayleave_rmcp::{CallerSource, LiveGateway, resource_handler};

use crate::harness::{Has, Open, Site, User, check, connect, gateway, read};

const NEITHER: Has = Has { tools: false, prompts: false };

/// A generic server, which knows its caller from its own state.
struct Generic<T, const N: usize> {
    gateway: Arc<LiveGateway<User>>,
    names: [T; N],
}

#[resource_handler(
    gateway = self.gateway,
    caller = |context| {
        let _ = &context.peer;
        User(self.names[0].into())
    },
)]
impl<T, const N: usize> ServerHandler for Generic<T, N> where
    T: Copy + Into<&'static str> + Send + Sync + 'static
{
}

#[tokio::test]
async fn a_generic_server() {
    check(Generic { gateway: Arc::new(gateway()), names: ["Ann", "Ben"] }, NEITHER).await;
}

/// A server that refuses everyone, by a function that may fail.
struct Closed(LiveGateway<User>);

impl Closed {
    fn caller(_context: &RequestContext<RoleServer>) -> Result<User, ErrorData> {
        Err(ErrorData::invalid_request("Sign in first.", None))
    }

    /// A gateway by a method.
    fn resources(&self) -> &LiveGateway<User> {
        &self.0
    }
}

#[resource_handler(gateway = self.resources(), caller = Self::caller)]
impl rmcp::ServerHandler for Closed {}

#[tokio::test]
async fn a_caller_may_be_refused() {
    let client = connect(Closed(gateway())).await;
    let refused = client.list_resources(None).await.unwrap_err().to_string();
    assert!(refused.contains("Sign in first."), "{refused}");
}

/// A source of callers that is no function.
struct Directory(&'static str);

impl CallerSource<User> for Directory {
    fn caller(&self, _context: &RequestContext<RoleServer>) -> Result<User, ErrorData> {
        Ok(User(self.0))
    }
}

struct Looked {
    gateway: LiveGateway<User>,
    directory: Directory,
}

#[resource_handler(caller = self.directory, gateway = self.gateway.clone())]
impl ServerHandler for Looked {}

#[tokio::test]
async fn a_source_of_callers() {
    check(Looked { gateway: gateway(), directory: Directory("Ann") }, NEITHER).await;
}

/// A server that does not tell callers apart.
struct Everyone {
    gateway: LiveGateway<()>,
}

#[resource_handler(gateway = self.gateway)]
impl ServerHandler for Everyone {}

#[tokio::test]
async fn callers_who_are_not_told_apart() {
    let gateway = Gateway::builder(OpenPolicy::new()).resources(Open).build().unwrap();
    let client = connect(Everyone { gateway: gateway.into() }).await;
    assert_eq!(read(&client, "open://about").await, "for everyone");
}

/// The crate under another name, in a block that a macro writes, among names that mean something else there.
mod elsewhere {
    #![allow(dead_code, reason = "they are here to be in the way")]

    pub(super) mod library {
        pub(crate) use wayleave_rmcp as mcp;
    }

    struct Option;
    struct Result;
    struct Context;
    struct Some;
    mod core {}
    mod std {}
    mod rmcp {}

    pub(super) struct Server {
        pub(super) gateway: ::wayleave_rmcp::LiveGateway<crate::harness::User>,
    }

    macro_rules! serve {
        ($server:ident, $caller:expr) => {
            #[library::mcp::resource_handler(crate = library::mcp, gateway = self.gateway, caller = $caller)]
            impl ::rmcp::ServerHandler for $server {}
        };
    }

    serve!(Server, |context| {
        let _ = &context.meta;
        crate::harness::User("Ann")
    });
}

#[tokio::test]
async fn a_block_by_a_macro() {
    check(elsewhere::Server { gateway: gateway() }, NEITHER).await;
}

/// The gateway is asked anew for each request.
#[tokio::test]
async fn a_gateway_that_is_replaced() {
    let live = LiveGateway::new(Gateway::builder(OpenPolicy::new()).build().unwrap());
    let server = Looked { gateway: live.clone(), directory: Directory("Ben") };
    let client = connect(server).await;
    assert!(client.list_resources(None).await.unwrap().resources.is_empty());
    live.replace(Gateway::builder(OpenPolicy::new()).resources(Site).build().unwrap());
    assert_eq!(read(&client, "site://about").await, "for Ben");
}
