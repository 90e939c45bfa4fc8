//! What the tests serve, and what a client finds of it.

use rmcp::{
    RoleClient, RoleServer, ServerHandler, ServiceExt,
    model::{ArgumentInfo, CompleteRequestParams, ReadResourceRequestParams, Reference, ResourceContents},
    service::{RequestContext, RunningService},
};
use wayleave::prelude::*;
use wayleave_rmcp::LiveGateway;

/// Who asks.
pub(crate) struct User(pub(crate) &'static str);

impl User {
    /// The same one whatever the context.
    pub(crate) fn of(_context: &RequestContext<RoleServer>) -> Self {
        Self("Ann")
    }
}

pub(crate) struct Site;

#[resources(caller = User)]
impl Site {
    /// What is here.
    #[resource(uri = "site://about")]
    async fn about(&self, caller: &User) -> String {
        format!("for {}", caller.0)
    }

    #[resource(uri_template = "site://page/{name}", complete(name = Self::names))]
    async fn page(&self, name: String) -> String {
        name
    }

    async fn names(&self, request: CompletionRequest<'_>) -> Vec<String> {
        ["first", "second"]
            .iter()
            .filter(|name| name.starts_with(request.value()))
            .map(ToString::to_string)
            .collect()
    }
}

pub(crate) fn gateway() -> LiveGateway<User> {
    LiveGateway::new(Gateway::builder(OpenPolicy::new()).resources(Site).build().unwrap())
}

/// For callers who are not told apart.
pub(crate) struct Open;

#[resources]
impl Open {
    #[resource(uri = "open://about")]
    async fn about(&self) -> &'static str {
        "for everyone"
    }
}

pub(crate) type Client = RunningService<RoleClient, ()>;

/// A client of `server`, which serves until the client is gone.
pub(crate) async fn connect(server: impl ServerHandler) -> Client {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
    ().serve(ours).await.unwrap()
}

/// The text at `uri`.
pub(crate) async fn read(client: &Client, uri: &str) -> String {
    let result = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
    match &*result.contents {
        [ResourceContents::TextResourceContents { text, .. }] => text.clone(),
        contents => panic!("{contents:?}"),
    }
}

/// What completes `value` of the argument `name` of `reference`.
pub(crate) async fn complete(client: &Client, reference: Reference, value: &str) -> Vec<String> {
    let request = CompleteRequestParams::new(reference, ArgumentInfo::new("name", value));
    client.complete(request).await.unwrap().completion.values
}

/// What a server calls itself: its name and its version.
pub(crate) fn name(client: &Client) -> [String; 2] {
    let server = client.peer_info().unwrap().server_info.clone().unwrap();
    [server.name, server.version]
}

/// What of the SDK's a server has.
#[derive(Clone, Copy)]
pub(crate) struct Has {
    pub(crate) tools: bool,
    pub(crate) prompts: bool,
}

/// Everything that `server` must show: what it announces, its tools and prompts, and the resources of [`Site`].
pub(crate) async fn check(server: impl ServerHandler, has: Has) -> Client {
    let client = connect(server).await;
    let info = client.peer_info().unwrap().clone();
    let resources = info.capabilities.resources.as_ref().unwrap();
    assert_eq!((resources.subscribe, resources.list_changed), (Some(true), Some(true)));
    assert!(info.capabilities.completions.is_some());
    assert_eq!(info.capabilities.tools.is_some(), has.tools);
    assert_eq!(info.capabilities.prompts.is_some(), has.prompts);

    if has.tools {
        let tools = client.list_tools(None).await.unwrap().tools;
        assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["add"]);
        let called = client.call_tool(rmcp::model::CallToolRequestParams::new("add")).await.unwrap();
        assert_eq!(called.content[0].as_text().unwrap().text, "added");
    }
    if has.prompts {
        let prompts = client.list_prompts(None).await.unwrap().prompts;
        assert_eq!(prompts.iter().map(|prompt| &*prompt.name).collect::<Vec<_>>(), ["greet"]);
    }
    let resources = client.list_resources(None).await.unwrap().resources;
    assert_eq!(resources.iter().map(|resource| &*resource.uri).collect::<Vec<_>>(), ["site://about"]);
    let templates = client.list_resource_templates(None).await.unwrap().resource_templates;
    assert_eq!(templates.iter().map(|one| &*one.uri_template).collect::<Vec<_>>(), ["site://page/{name}"]);
    assert_eq!(read(&client, "site://about").await, "for Ann");
    assert_eq!(read(&client, "site://page/first").await, "first");
    assert_eq!(complete(&client, Reference::for_resource("site://page/{name}"), "s").await, ["second"]);
    client
}

/// A server with a tool, a prompt and a gateway; the block that serves them is the test's.
macro_rules! server {
    () => {
        use rmcp::{ServerHandler, model::PromptMessage, prompt, prompt_router, tool, tool_router};
        #[allow(unused_imports, reason = "each test uses what it is about")]
        use rmcp::{prompt_handler, tool_handler};
        use wayleave_rmcp::{LiveGateway, resource_handler};

        use crate::harness::{User, gateway};

        pub(super) struct Server {
            gateway: LiveGateway<User>,
        }

        impl Server {
            pub(super) fn new() -> Self {
                Self { gateway: gateway() }
            }
        }

        #[tool_router]
        #[allow(dead_code, reason = "some servers have no tools")]
        impl Server {
            #[tool(description = "adds")]
            async fn add(&self) -> String {
                "added".into()
            }
        }

        #[prompt_router]
        #[allow(dead_code, reason = "some servers have no prompts")]
        impl Server {
            #[prompt(description = "greets")]
            async fn greet(&self) -> Vec<PromptMessage> {
                Vec::new()
            }
        }
    };
}
pub(crate) use server;
