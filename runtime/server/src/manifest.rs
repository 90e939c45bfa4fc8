//! A manifest that is served, and can be put in the place of itself.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use rmcp::{
    RoleServer,
    model::{Icon, Implementation},
    service::RequestContext,
};
use wayleave::{
    Gateway,
    random::{OsRandom, Randomness},
    resource::{OpenPolicy, PageKeys},
};
use wayleave_bodies::{BodiesError, ManifestResources};
use wayleave_manifest::{Manifest, Policy};
use wayleave_rmcp::{GatewayHandler, LiveGateway};

use crate::Server;

/// What a read may take over its own deadline until it is written.
const ANSWERING: Duration = Duration::from_secs(2);

/// A checked manifest on its way to clients: its gateway, and what the server says of itself. Clones are the same.
///
/// Nobody is asked who they are: the policy has to be `open`, and every caller is the same.
///
/// ```
/// use std::path::Path;
/// use wayleave_manifest::{Source, check};
/// use wayleave_server::{HttpOptions, ServedManifest, Shutdown};
///
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let source = Source::new("greeting.yaml", "\
/// wayleave: 1
/// server: { name: greeter, version: 1.0.0 }
/// policy: open
/// resources:
///   - name: greeting
///     uriTemplate: hall://greet/{who}
///     body: { template: 'Hello, {{ who }}.' }
/// ");
/// let manifest = check(&source, None).manifest.ok_or("the manifest has defects")?;
/// let served = ServedManifest::new(&manifest, Path::new("."), None)?;
/// let shutdown = Shutdown::new();
/// let server = served.server().shutdown(&shutdown);
/// let server = server.bind("127.0.0.1:0".parse()?, HttpOptions::new()).await?;
/// # shutdown.begin();
/// server.run().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct ServedManifest(Arc<Inner>);

struct Inner {
    base: PathBuf,
    keys: PageKeys,
    gateway: LiveGateway<()>,
    /// The handler, with what the manifest in force says of the server.
    handler: RwLock<GatewayHandler<()>>,
}

impl ServedManifest {
    /// A manifest with `keys` for its page tokens, or with a random one. Relative paths start at `base`, the folder
    /// of the manifest.
    ///
    /// # Errors
    /// See [`wayleave_bodies::gateway`]; [`BodiesError::MissingHandlers`] where entries say `handler: true`.
    pub fn new(manifest: &Manifest, base: &Path, keys: Option<PageKeys>) -> Result<Self, BodiesError> {
        let keys = match keys {
            Some(keys) => keys,
            // One for the whole life of the server, so that a page walk outlives the manifest's replacement.
            None => random_key()?,
        };
        let gateway = LiveGateway::new(gateway(manifest, base, &keys)?);
        let handler = RwLock::new(handler(&gateway, manifest));
        Ok(Self(Arc::new(Inner { base: base.to_owned(), keys, gateway, handler })))
    }

    /// Puts another manifest in the place of the one in force, and tells those who listen. Requests under way are
    /// finished under the old one.
    ///
    /// # Errors
    /// As for [`new`](Self::new); the old one then stays.
    pub fn replace(&self, manifest: &Manifest) -> Result<(), BodiesError> {
        let Inner { base, keys, gateway: live, handler: current } = &*self.0;
        let gateway = gateway(manifest, base, keys)?;
        *current.write().unwrap_or_else(PoisonError::into_inner) = handler(live, manifest);
        live.replace(gateway);
        Ok(())
    }

    /// The gateway in force.
    #[must_use]
    pub fn gateway(&self) -> &LiveGateway<()> {
        &self.0.gateway
    }

    /// A handler for one client, with what the manifest now in force says of the server.
    #[must_use]
    pub fn handler(&self) -> GatewayHandler<()> {
        self.0.handler.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A server of it, which ends when the reads under way have had their `readTimeout`, and a little.
    pub fn server(&self) -> Server<GatewayHandler<()>> {
        let (handlers, limits) = (self.clone(), self.clone());
        Server::with(move || handlers.handler())
            .quiet_reads()
            .grace_by(move || limits.gateway().current().limits().read_timeout.saturating_add(ANSWERING))
    }

    pub(crate) fn base(&self) -> &Path {
        &self.0.base
    }
}

impl fmt::Debug for ServedManifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedManifest").field("base", &self.0.base).finish_non_exhaustive()
    }
}

fn gateway(manifest: &Manifest, base: &Path, keys: &PageKeys) -> Result<Gateway<()>, BodiesError> {
    let policy = match manifest.policy {
        Policy::Open => OpenPolicy::new(),
        _ => return Err(BodiesError::UnsupportedPolicy),
    };
    Gateway::builder(policy)
        .resources(ManifestResources::new(manifest, base)?)
        .limits(manifest.limits.clone())
        .page_keys(keys.clone())
        .build()
        .map_err(BodiesError::Build)
}

fn handler(gateway: &LiveGateway<()>, manifest: &Manifest) -> GatewayHandler<()> {
    let server = &manifest.server;
    let mut info = Implementation::new(&server.name, &server.version);
    info.title.clone_from(&server.title);
    info.description.clone_from(&server.description);
    info.website_url.clone_from(&server.website_url);
    info.icons = icons(&server.icons);
    let handler = GatewayHandler::new(gateway.clone(), |_: &RequestContext<RoleServer>| ()).server_info(info);
    match &server.instructions {
        Some(instructions) => handler.instructions(instructions),
        None => handler,
    }
}

/// The same icons as the SDK has them: both are the protocol's.
fn icons(icons: &[wayleave::model::Icon]) -> Option<Vec<Icon>> {
    let icons = serde_json::to_value(icons).and_then(serde_json::from_value::<Vec<Icon>>);
    icons.ok().filter(|icons| !icons.is_empty())
}

fn random_key() -> Result<PageKeys, BodiesError> {
    let mut key = [0; 32];
    OsRandom.fill(&mut key).map_err(|_| BodiesError::Build(wayleave::resource::BuildError::NoRandomness))?;
    Ok(PageKeys::new(key))
}
