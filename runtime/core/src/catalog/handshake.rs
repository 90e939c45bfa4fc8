//! What the handshake settled: given to discovery, which never repeats it (C11).

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{
    Defect, DefectError, HandshakeFault, Quote,
    bounds::{Prose, SCHEMA_BYTES, SCHEMA_LEVELS, check_identifier},
    json::{Text, Tree, canonical},
};

/// What a server said of itself in the result of `initialize` or of `server/discover`.
#[derive(Clone, Debug)]
#[must_use]
pub struct Handshake {
    pub(super) version: ProtocolVersion,
    pub(super) capabilities: Capabilities,
    pub(super) server: Option<ServerIdentity>,
    pub(super) instructions: Option<Prose>,
}

impl Handshake {
    /// A handshake with a server that says nothing of itself and nothing more.
    pub fn new(version: ProtocolVersion, capabilities: Capabilities) -> Self {
        Self { version, capabilities, server: None, instructions: None }
    }

    /// Sets who the server says it is.
    pub fn with_server(mut self, server: ServerIdentity) -> Self {
        self.server = Some(server);
        self
    }

    /// Sets the instructions. What is over 64 KiB is cut off.
    pub fn with_instructions(mut self, instructions: impl Into<Box<str>>) -> Self {
        self.instructions = Some(Prose::description(instructions));
        self
    }

    /// Reads the JSON of an `initialize` result.
    ///
    /// # Errors
    /// [`Defect::Handshake`].
    pub fn from_initialize(result: &str) -> Result<Self, DefectError> {
        let result = HandshakeResult::read(result)?;
        let version = result.protocol_version.and_then(text);
        let version = version.ok_or_else(|| fault(HandshakeFault::ProtocolVersion))?;
        let server = result.server_info.map(|server| ServerIdentity::read(server.get())).transpose()?;
        Self::of(ProtocolVersion::new(&version)?, &result, server)
    }

    /// Reads the JSON of a `server/discover` result. `version` is the one that the host has chosen of those offered.
    ///
    /// # Errors
    /// [`Defect::Handshake`].
    pub fn from_discover(result: &str, version: ProtocolVersion) -> Result<Self, DefectError> {
        /// Where such a result says who the server is.
        const SERVER: &str = "io.modelcontextprotocol/serverInfo";
        let result = HandshakeResult::read(result)?;
        let server = match result.meta {
            None => None,
            Some(meta) => {
                let meta =
                    canonical(meta.get(), SCHEMA_LEVELS).map_err(|_| fault(HandshakeFault::Malformed))?;
                let tree = Tree::parse(&meta).map_err(|_| fault(HandshakeFault::Malformed))?;
                tree.entry(SERVER).map(ServerIdentity::of).transpose()?
            }
        };
        Self::of(version, &result, server)
    }

    fn of(
        version: ProtocolVersion,
        result: &HandshakeResult<'_>,
        server: Option<ServerIdentity>,
    ) -> Result<Self, DefectError> {
        let capabilities = result.capabilities.ok_or_else(|| fault(HandshakeFault::Capabilities))?;
        let instructions = match result.instructions {
            None => None,
            Some(raw) => Some(text(raw).ok_or_else(|| fault(HandshakeFault::Malformed))?),
        };
        let mut handshake = Self::new(version, Capabilities::parse(capabilities.get())?);
        handshake.server = server;
        handshake.instructions = instructions.map(Prose::description);
        Ok(handshake)
    }

    /// The protocol version.
    #[must_use]
    pub fn protocol_version(&self) -> &ProtocolVersion {
        &self.version
    }

    /// What the server can do.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }
}

fn fault(fault: HandshakeFault) -> DefectError {
    DefectError::new(None, Defect::Handshake(fault))
}

/// The fields of both results that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HandshakeResult<'a> {
    #[serde(borrow)]
    protocol_version: Option<&'a RawValue>,
    #[serde(borrow)]
    capabilities: Option<&'a RawValue>,
    #[serde(borrow)]
    server_info: Option<&'a RawValue>,
    #[serde(borrow)]
    instructions: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

impl<'a> HandshakeResult<'a> {
    fn read(text: &'a str) -> Result<Self, DefectError> {
        serde_json::from_str(text).map_err(|_| fault(HandshakeFault::Malformed))
    }
}

fn text(raw: &RawValue) -> Option<Box<str>> {
    serde_json::from_str::<Text<'_>>(raw.get()).ok().map(|Text(text)| text.into())
}

/// A protocol version, such as `2026-07-28`. Versions are dates, so their order is that of their text.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct ProtocolVersion(Box<str>);

impl ProtocolVersion {
    /// A version.
    ///
    /// # Errors
    /// A text that is no identifier (C4).
    pub fn new(version: &str) -> Result<Self, DefectError> {
        check_identifier(version).map_err(|_| fault(HandshakeFault::ProtocolVersion))?;
        Ok(Self(version.into()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a peer of this version keeps to the revision of 2026-07-28 or a later one.
    pub(super) fn is_2026_07_28_or_later(&self) -> bool {
        &*self.0 >= "2026-07-28"
    }
}

impl fmt::Debug for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Quote::new(&self.0).fmt(f)
    }
}

/// What a server says it can do: a JSON object in canonical form.
#[derive(Clone, PartialEq, Eq)]
pub struct Capabilities {
    json: Box<str>,
    tools: bool,
    prompts: bool,
    resources: bool,
}

impl Capabilities {
    /// The capabilities of a server, as JSON. One is there if its key has an object.
    ///
    /// # Errors
    /// Text that is no JSON object, is over 1 MiB or over 64 levels.
    pub fn parse(json: &str) -> Result<Self, DefectError> {
        let wrong = || fault(HandshakeFault::Capabilities);
        if json.len() > SCHEMA_BYTES {
            return Err(wrong());
        }
        let json = canonical(json, SCHEMA_LEVELS).map_err(|_| wrong())?;
        let tree = Tree::parse(&json).map_err(|_| wrong())?;
        if !matches!(tree, Tree::Object(_)) {
            return Err(wrong());
        }
        let has = |key| matches!(tree.entry(key), Some(Tree::Object(_)));
        let (tools, prompts, resources) = (has("tools"), has("prompts"), has("resources"));
        Ok(Self { json: json.into(), tools, prompts, resources })
    }

    /// The JSON: keys in byte order, no white space, the shortest escapes, numbers as the server wrote them.
    #[must_use]
    pub fn as_json(&self) -> &str {
        &self.json
    }

    /// Whether tools are advertised.
    #[must_use]
    pub fn has_tools(&self) -> bool {
        self.tools
    }

    /// Whether prompts are advertised.
    #[must_use]
    pub fn has_prompts(&self) -> bool {
        self.prompts
    }

    /// Whether resources, and with them templates, are advertised.
    #[must_use]
    pub fn has_resources(&self) -> bool {
        self.resources
    }
}

impl fmt::Debug for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Capabilities")
            .field("tools", &self.tools)
            .field("prompts", &self.prompts)
            .field("resources", &self.resources)
            .finish_non_exhaustive()
    }
}

impl Serialize for Capabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_str::<&RawValue>(&self.json)
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

/// Who a server says it is. Nobody has checked it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServerIdentity {
    pub(super) name: Prose,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<Prose>,
    pub(super) version: Prose,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<Prose>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) website_url: Option<Prose>,
}

impl ServerIdentity {
    /// A server's name and version.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>, version: impl Into<Box<str>>) -> Self {
        Self {
            name: Prose::name(name),
            title: None,
            version: Prose::name(version),
            description: None,
            website_url: None,
        }
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<Box<str>>) -> Self {
        self.title = Some(Prose::name(title));
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Box<str>>) -> Self {
        self.description = Some(Prose::description(description));
        self
    }

    /// Sets the address of the server's site, which is never fetched.
    #[must_use]
    pub fn with_website_url(mut self, url: impl Into<Box<str>>) -> Self {
        self.website_url = Some(Prose::name(url));
        self
    }

    /// Reads a JSON `Implementation`.
    pub(super) fn read(json: &str) -> Result<Self, DefectError> {
        let canonical = canonical(json, SCHEMA_LEVELS).map_err(|_| fault(HandshakeFault::Malformed))?;
        Self::of(&Tree::parse(&canonical).map_err(|_| fault(HandshakeFault::Malformed))?)
    }

    fn of(tree: &Tree<'_>) -> Result<Self, DefectError> {
        let optional = |key| match tree.entry(key) {
            None | Some(Tree::Null) => Ok(None),
            Some(Tree::Text(text)) => Ok(Some(&**text)),
            Some(_) => Err(fault(HandshakeFault::Malformed)),
        };
        let needed = |key| optional(key)?.ok_or_else(|| fault(HandshakeFault::Malformed));
        Ok(Self {
            name: Prose::name(needed("name")?),
            title: optional("title")?.map(Prose::name),
            version: Prose::name(needed("version")?),
            description: optional("description")?.map(Prose::description),
            website_url: optional("websiteUrl")?.map(Prose::name),
        })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// The title for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_ref().map(Prose::as_str)
    }

    /// The version.
    #[must_use]
    pub fn version(&self) -> &str {
        self.version.as_str()
    }

    /// What the server is.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_ref().map(Prose::as_str)
    }

    /// The address of the server's site.
    #[must_use]
    pub fn website_url(&self) -> Option<&str> {
        self.website_url.as_ref().map(Prose::as_str)
    }

    /// The texts, each with the name of its field.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&'static str, &Prose)> {
        [
            ("name", Some(&self.name)),
            ("title", self.title.as_ref()),
            ("version", Some(&self.version)),
            ("description", self.description.as_ref()),
            ("websiteUrl", self.website_url.as_ref()),
        ]
        .into_iter()
        .filter_map(|(field, text)| Some((field, text?)))
    }
}
