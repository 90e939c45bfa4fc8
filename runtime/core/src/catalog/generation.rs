//! Generations: what a server offered at one time (C1, C2).

use std::{cmp::Ordering, fmt, sync::Arc};

use super::{
    BindingName, Capabilities, Decisions, Digest, Handshake, Prompt, ProtocolVersion, Resource,
    ResourceTemplate, ServerIdentity, Tolerance, Tolerances, Tool, Tools, Warning, bounds::Prose,
    entry::ToolSet,
};

/// One immutable snapshot of what a server offers.
///
/// A clone is one counter away and shares everything; nothing in it is locked, because nothing in it ever changes. So
/// readers may keep different generations of one binding at once.
#[derive(Clone)]
pub struct Generation {
    pub(super) number: u64,
    pub(super) offer: Arc<Offer>,
}

/// Everything but the number.
pub(super) struct Offer {
    pub(super) binding: BindingName,
    pub(super) handshake: Handshake,
    pub(super) tools: ToolSet,
    /// Indices of the tools in the order of their model names; none if they stand in it.
    pub(super) by_model_name: Option<Box<[u32]>>,
    pub(super) prompts: Box<[Prompt]>,
    pub(super) resources: Box<[Resource]>,
    pub(super) templates: Box<[ResourceTemplate]>,
    pub(super) decisions: Decisions,
    pub(super) applied: Tolerances,
    pub(super) warnings: Box<[Warning]>,
    pub(super) warnings_total: u64,
    pub(super) digest: Digest,
}

impl Generation {
    /// The number within the binding: later generations have higher ones. It is not part of the digest.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The binding.
    #[must_use]
    pub fn binding(&self) -> &BindingName {
        &self.offer.binding
    }

    /// The digest of all that the server offered (C12).
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.offer.digest
    }

    /// The protocol version of the handshake.
    #[must_use]
    pub fn protocol_version(&self) -> &ProtocolVersion {
        &self.offer.handshake.version
    }

    /// What the server said it can do.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        &self.offer.handshake.capabilities
    }

    /// Who the server said it is.
    #[must_use]
    pub fn server(&self) -> Option<&ServerIdentity> {
        self.offer.handshake.server.as_ref()
    }

    /// What the server said about its use.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        self.offer.handshake.instructions.as_ref().map(Prose::as_str)
    }

    /// The tools, in the byte order of their raw names.
    #[must_use]
    pub fn tools(&self) -> Tools<'_> {
        Tools(&self.offer.tools)
    }

    /// The tool that the server calls `raw_name`.
    #[must_use]
    pub fn tool_by_raw_name(&self, raw_name: &str) -> Option<Tool<'_>> {
        self.find_tool(|place| self.offer.tools.get(place), |tool| tool.raw_name().cmp(raw_name))
    }

    /// The tool that models know as `model_name`.
    #[must_use]
    pub fn tool_by_model_name(&self, model_name: &str) -> Option<Tool<'_>> {
        let Offer { tools, by_model_name, .. } = &*self.offer;
        let at = |place: usize| match by_model_name {
            None => tools.get(place),
            Some(order) => tools.get(*order.get(place)? as usize),
        };
        self.find_tool(at, |tool| tool.model_name().cmp(model_name))
    }

    /// Searches the tools in an order of places.
    fn find_tool<'g>(
        &'g self,
        at: impl Fn(usize) -> Option<Tool<'g>>,
        compare: impl Fn(Tool<'g>) -> Ordering,
    ) -> Option<Tool<'g>> {
        let (mut low, mut high) = (0, self.offer.tools.len());
        while low < high {
            let middle = low.midpoint(high);
            let tool = at(middle)?;
            match compare(tool) {
                Ordering::Equal => return Some(tool),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The prompts, in the byte order of their names.
    #[must_use]
    pub fn prompts(&self) -> &[Prompt] {
        &self.offer.prompts
    }

    /// The prompt of this name.
    #[must_use]
    pub fn prompt(&self, name: &str) -> Option<&Prompt> {
        find(&self.offer.prompts, |prompt| prompt.name().cmp(name))
    }

    /// The resources, in the byte order of their URIs.
    #[must_use]
    pub fn resources(&self) -> &[Resource] {
        &self.offer.resources
    }

    /// The resource of this URI.
    #[must_use]
    pub fn resource(&self, uri: &str) -> Option<&Resource> {
        find(&self.offer.resources, |resource| resource.uri().cmp(uri))
    }

    /// The resource templates, in the byte order of their templates.
    #[must_use]
    pub fn resource_templates(&self) -> &[ResourceTemplate] {
        &self.offer.templates
    }

    /// What was done about every family.
    #[must_use]
    pub fn decisions(&self) -> Decisions {
        self.offer.decisions
    }

    /// The tolerances that were needed, in a fixed order: none for a server that keeps to the specification.
    pub fn applied_tolerances(&self) -> impl Iterator<Item = Tolerance> {
        self.offer.applied.iter()
    }

    /// The warnings: at most [`MAX_WARNINGS`](super::MAX_WARNINGS), of which the last one says so if there were more.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.offer.warnings
    }

    /// How many warnings were raised in all.
    #[must_use]
    pub fn warnings_total(&self) -> u64 {
        self.offer.warnings_total
    }

    /// The same generation under another number.
    pub(super) fn numbered(&self, number: u64) -> Self {
        Self { number, offer: Arc::clone(&self.offer) }
    }
}

fn find<T>(entries: &[T], compare: impl Fn(&T) -> Ordering) -> Option<&T> {
    entries.binary_search_by(compare).ok().and_then(|place| entries.get(place))
}

impl fmt::Debug for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generation")
            .field("binding", self.binding())
            .field("number", &self.number)
            .field("digest", &self.digest())
            .field("tools", &self.tools().len())
            .field("prompts", &self.prompts().len())
            .field("resources", &self.resources().len())
            .field("resource_templates", &self.resource_templates().len())
            .field("warnings", &self.warnings_total())
            .finish()
    }
}
