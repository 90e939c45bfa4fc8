//! A server on the SDK that speaks one revision alone, or all.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex},
};

use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
        PaginatedRequestParams, Prompt, ProtocolVersion, Resource, ResourceTemplate, ServerCapabilities,
        ServerConfig, SubscriptionFilter, Tool,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use tokio::{net::TcpListener, sync::watch};
use wayleave_rmcp::client::{Client, ClientError, Options};

use super::Bridge;

/// What is offered, to be changed at any time.
#[derive(Clone)]
pub(crate) struct Hall {
    tools: Arc<Mutex<Vec<Tool>>>,
    changes: watch::Sender<u64>,
    versions: Cow<'static, [ProtocolVersion]>,
}

/// The tools of one page.
const PAGE: usize = 2;

impl Hall {
    /// A hall that speaks every revision.
    pub(crate) fn new(tools: &[&str]) -> Self {
        Self {
            tools: Arc::new(Mutex::new(tools.iter().map(|name| tool(name)).collect())),
            changes: watch::Sender::new(0),
            versions: Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS),
        }
    }

    /// It speaks this revision and no other.
    pub(crate) fn speaking(mut self, version: ProtocolVersion) -> Self {
        self.versions = Cow::Owned(vec![version]);
        self
    }

    pub(crate) async fn connect(&self, options: Options) -> Result<Client, ClientError> {
        let (near, far) = tokio::io::duplex(1 << 16);
        let hall = self.clone();
        tokio::spawn(async move {
            if let Ok(running) = hall.serve(far).await {
                let _ = running.waiting().await;
            }
        });
        let (read, write) = tokio::io::split(near);
        Client::over(read, write, options).await
    }

    /// Serves over the HTTP transport of 2024-11-05.
    pub(crate) async fn serve_channel(&self) -> Bridge {
        let (near, far) = tokio::io::duplex(1 << 16);
        let hall = self.clone();
        tokio::spawn(async move {
            if let Ok(running) = hall.serve(far).await {
                let _ = running.waiting().await;
            }
        });
        Bridge::open(near).await
    }

    /// Serves over HTTP, and gives the address.
    pub(crate) async fn serve_http(&self) -> String {
        let config = StreamableHttpServerConfig::default();
        let hall = self.clone();
        let service = StreamableHttpService::new(
            move || Ok(hall.clone()),
            Arc::new(LocalSessionManager::default()),
            config,
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let service = TowerToHyperService::new(service.clone());
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        format!("http://{address}/mcp")
    }

    /// Changes the tools, and tells everyone.
    pub(crate) fn replace(&self, tools: &[&str]) {
        *self.tools.lock().unwrap() = tools.iter().map(|name| tool(name)).collect();
        self.changes.send_modify(|changes| *changes += 1);
    }
}

fn tool(name: &str) -> Tool {
    let schema = serde_json::json!({ "type": "object" });
    Tool::new(name.to_owned(), format!("What {name} does."), schema.as_object().unwrap().clone())
}

impl ServerHandler for Hall {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_prompts()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("hall", "1.2.3"))
            .with_instructions("Wipe your feet.")
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.versions.clone()
    }

    /// Those of the older revisions hear of changes without asking.
    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let mut changes = self.changes.subscribe();
        tokio::spawn(async move {
            while changes.changed().await.is_ok() {
                if context.peer.notify_tool_list_changed().await.is_err() {
                    break;
                }
            }
        });
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let start = request.and_then(|request| request.cursor).map_or(0, |cursor| cursor.parse().unwrap());
        let tools = self.tools.lock().unwrap();
        let end = tools.len().min(start + PAGE);
        let mut result = ListToolsResult::with_all_items(tools[start..end].to_vec());
        result.next_cursor = (end < tools.len()).then(|| end.to_string());
        Ok(result)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(vec![Prompt::new("greet", Some("Greets."), None)]))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![Resource::new("hall://welcome", "welcome")]))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new("hall://room/{room}", "room");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.changes.subscribe();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = changes.changed() => {
                    if changed.is_err() || context.sink().notify_tool_list_changed().await.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }
}
