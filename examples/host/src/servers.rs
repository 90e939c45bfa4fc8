//! The two servers, on the official SDK.

use std::{
    error::Error,
    sync::{Arc, Mutex, PoisonError},
};

use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        Implementation, JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
        ServerConfig, SubscriptionFilter, Tool,
    },
    service::{RequestContext, SubscriptionContext},
};
use tokio::{io::DuplexStream, sync::watch};

/// A shop whose tools are always the same.
pub(crate) struct Shop;

impl ServerHandler for Shop {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("shop", "1.0.0"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = [tool("order", "Orders an article."), tool("search", "Searches the articles.")];
        Ok(ListToolsResult::with_all_items(tools.into()))
    }
}

/// A wiki that renames its tools while it runs.
#[derive(Clone)]
pub(crate) struct Wiki {
    tools: Arc<Mutex<Vec<Tool>>>,
    changes: watch::Sender<()>,
}

impl Wiki {
    pub(crate) fn new() -> Self {
        let tools = vec![tool("read", "Reads a page."), tool("search", "Searches the pages.")];
        Self { tools: Arc::new(Mutex::new(tools)), changes: watch::Sender::new(()) }
    }

    /// Serves a client in this process, at the other end of what this gives.
    pub(crate) fn connect(&self) -> DuplexStream {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let wiki = self.clone();
        tokio::spawn(async move {
            if let Ok(running) = wiki.serve(far).await {
                let _ = running.waiting().await;
            }
        });
        near
    }

    /// Renames a tool, and tells those who listen.
    pub(crate) fn rename(&self, old: &str, new: &str) {
        let mut tools = self.tools.lock().unwrap_or_else(PoisonError::into_inner);
        for tool in tools.iter_mut().filter(|tool| tool.name == old) {
            tool.name = new.to_owned().into();
        }
        drop(tools);
        self.changes.send_replace(());
    }
}

impl ServerHandler for Wiki {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("wiki", "1.0.0"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(ListToolsResult::with_all_items(tools))
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

/// Serves over standard streams until the client is gone.
pub(crate) async fn serve_stdio(server: impl ServerHandler) -> Result<(), Box<dyn Error>> {
    server.serve(rmcp::transport::stdio()).await?.waiting().await?;
    Ok(())
}

fn tool(name: &'static str, description: &'static str) -> Tool {
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), "object".into());
    Tool::new(name, description, schema)
}
