//! An ordinary server on `rmcp`: two tools and a prompt by the SDK's own attributes. The resources are one more.

use rmcp::{
    RoleServer, ServerHandler,
    handler::server::wrapper::Parameters,
    model::{PromptMessage, Role},
    prompt, prompt_handler, prompt_router,
    service::RequestContext,
    tool, tool_handler, tool_router,
};
use schemars::JsonSchema;
use serde::Deserialize;
use wayleave::prelude::*;
use wayleave_rmcp::{LiveGateway, resource_handler};

use crate::{
    boats::Boats,
    resources::{Caller, Log, State},
};

/// The server. Cheap to clone; all clones serve the same boats.
#[derive(Clone)]
pub struct Server {
    boats: Boats,
    gateway: LiveGateway<Caller>,
}

#[derive(Deserialize, JsonSchema)]
struct Named {
    /// The name of the boat.
    boat: String,
}

#[derive(Deserialize, JsonSchema)]
struct Returned {
    /// The name of the boat.
    boat: String,
    /// What the next one should know.
    note: String,
}

#[tool_router]
impl Server {
    /// Take a boat out.
    #[tool]
    async fn take_out(&self, Parameters(Named { boat }): Parameters<Named>) -> Result<String, String> {
        self.boats.take_out(&boat)?;
        self.changed(&State { boat: boat.clone() });
        Ok(format!("The {boat} is yours."))
    }

    /// Bring a boat back, with a note for its log.
    #[tool]
    async fn bring_back(
        &self,
        Parameters(Returned { boat, note }): Parameters<Returned>,
    ) -> Result<String, String> {
        self.boats.bring_back(&boat, note)?;
        self.changed(&State { boat: boat.clone() });
        self.changed(&Log { boat: boat.clone() });
        Ok(format!("The {boat} is in."))
    }
}

#[prompt_router]
#[allow(missing_docs, reason = "`#[prompt]` writes a public function without")]
impl Server {
    /// Tell someone about the boat that they take out.
    #[prompt]
    async fn brief(&self, Parameters(Named { boat }): Parameters<Named>) -> Vec<PromptMessage> {
        let text = format!("Read boathouse://boat/{boat}/handover, and say in three sentences what matters.");
        vec![PromptMessage::new_text(Role::User, text)]
    }
}

#[tool_handler(name = "boathouse", version = "1.0.0")]
#[prompt_handler]
#[resource_handler(gateway = self.gateway, caller = Self::caller)]
impl ServerHandler for Server {}

impl Server {
    /// A server of these boats, and of what `gateway` says of them.
    pub fn new(boats: Boats, gateway: Gateway<Caller>) -> Self {
        Self { boats, gateway: LiveGateway::new(gateway) }
    }

    /// Over stdio, the one who has started the server asks; over HTTP, anyone. What a client says of itself is no
    /// proof: a server for more than visitors would look at what a layer in front of it has checked.
    fn caller(context: &RequestContext<RoleServer>) -> Caller {
        match context.extensions.get::<http::request::Parts>() {
            None => Caller::Keeper,
            Some(_) => Caller::Visitor,
        }
    }

    /// Tells those who have subscribed to it.
    fn changed(&self, route: &impl Route) {
        if let Ok(uri) = route.uri() {
            self.gateway.updated(uri.as_str());
        }
    }
}
