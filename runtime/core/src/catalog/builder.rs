//! The building of a generation, which fails closed: what is ambiguous or defective rejects it as a whole (C5 to C9).

use std::sync::Arc;

use super::{
    BindingName, Decision, Decisions, Defect, DefectError, Family, Generation, Handshake, Prompt, Quote,
    Resource, ResourceTemplate, Tolerances, Tool, ToolSpec, Warning, WarningKind,
    bounds::{PROMPT_ARGUMENTS, check_argument, check_identifier},
    cover,
    deceive::{Deceit, Place, look_inside},
    entry::{Entry, Texts, ToolSet},
    generation::Offer,
    lookalike::look_alikes,
    names,
    order::{Order, bring_into, order_of},
    warning::{TOOL_WARNINGS, Warnings},
};

/// A generation in the making.
///
/// ```
/// use wayleave::catalog::{BindingName, Builder, Capabilities, Handshake, ProtocolVersion, ToolSpec};
///
/// let handshake =
///     Handshake::new(ProtocolVersion::new("2026-07-28")?, Capabilities::parse(r#"{"tools":{}}"#)?);
/// let generation = Builder::new(BindingName::new("wiki")?, handshake)
///     .tool(ToolSpec::new("search").with_input_schema(r#"{"type":"object"}"#))
///     .build()?;
/// let tool = generation.tool_by_model_name("mcp__wiki__search").expect("the tool is there");
/// assert_eq!(tool.raw_name(), "search");
/// # Ok::<(), wayleave::catalog::DefectError>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Builder {
    binding: BindingName,
    handshake: Handshake,
    number: u64,
    pub(super) tools: ToolSet,
    /// What the first tool that cannot be had is rejected for.
    rejected: Option<DefectError>,
    prompts: Vec<Prompt>,
    resources: Vec<Resource>,
    templates: Vec<ResourceTemplate>,
    decisions: Decisions,
    tolerances: Tolerances,
    pub(super) warnings: Warnings,
    /// What was tolerated before the specs came here.
    pub(super) applied: Tolerances,
}

impl Builder {
    /// A generation of nothing yet, with number 1 and no tolerance. Its decisions follow the capabilities.
    pub fn new(binding: BindingName, handshake: Handshake) -> Self {
        let decision =
            |advertised| if advertised { Decision::Fetched } else { Decision::SkippedNotAdvertised };
        let capabilities = handshake.capabilities();
        let resources = decision(capabilities.has_resources());
        let decisions = Decisions {
            tools: decision(capabilities.has_tools()),
            prompts: decision(capabilities.has_prompts()),
            resources,
            resource_templates: resources,
        };
        Self {
            binding,
            handshake,
            number: 1,
            tools: ToolSet::default(),
            rejected: None,
            prompts: Vec::new(),
            resources: Vec::new(),
            templates: Vec::new(),
            decisions,
            tolerances: Tolerances::NONE,
            warnings: Warnings::default(),
            applied: Tolerances::NONE,
        }
    }

    /// Sets the number.
    pub fn number(mut self, number: u64) -> Self {
        self.number = number;
        self
    }

    /// Sets what is tolerated.
    pub fn tolerances(mut self, tolerances: Tolerances) -> Self {
        self.tolerances = tolerances;
        self
    }

    /// Sets what was done about every family.
    pub fn decisions(mut self, decisions: Decisions) -> Self {
        self.decisions = decisions;
        self
    }

    /// Adds a tool.
    pub fn tool(mut self, tool: ToolSpec<'_>) -> Self {
        self.take(tool);
        self
    }

    /// Adds tools.
    pub fn tools<'a>(mut self, tools: impl IntoIterator<Item = ToolSpec<'a>>) -> Self {
        /// How many tools tell how much room the others take.
        const TELLING: usize = 64;
        let mut tools = tools.into_iter();
        tools.by_ref().take(TELLING).for_each(|tool| self.take(tool));
        self.tools.reserve(tools.size_hint().0);
        tools.for_each(|tool| self.take(tool));
        self
    }

    fn take(&mut self, tool: ToolSpec<'_>) {
        // Nothing more is kept of what is rejected anyway.
        if self.rejected.is_none() {
            self.rejected = self.tools.push(tool).err();
        }
    }

    /// Adds prompts.
    pub fn prompts(mut self, prompts: impl IntoIterator<Item = Prompt>) -> Self {
        self.prompts.extend(prompts);
        self
    }

    /// Adds resources.
    pub fn resources(mut self, resources: impl IntoIterator<Item = Resource>) -> Self {
        self.resources.extend(resources);
        self
    }

    /// Adds resource templates.
    pub fn resource_templates(mut self, templates: impl IntoIterator<Item = ResourceTemplate>) -> Self {
        self.templates.extend(templates);
        self
    }

    /// Adds a warning about an item that was left out before it came here: its index in the family and the reason.
    /// Beyond 64 bytes or so a reason is shown in part.
    pub fn dropped_item(mut self, family: Family, index: usize, reason: &str) -> Self {
        let reason = Quote::new(reason);
        let reason = reason.as_str().trim_matches('"');
        self.warnings.push(
            WarningKind::ItemDropped,
            Some(family),
            format_args!("item {index} is left out: {reason}"),
        );
        self
    }

    /// Counts warnings that were raised before, and of which nothing is kept (C9).
    pub fn dropped_warnings(mut self, count: u64) -> Self {
        self.warnings.count(count);
        self
    }

    /// Checks everything, and makes it a generation.
    ///
    /// # Errors
    /// The first defect: nothing is left out to go on without it, but for an output schema where that is tolerated.
    pub fn build(self) -> Result<Generation, DefectError> {
        let Self { binding, handshake, number, decisions, tolerances, mut warnings, mut applied, .. } = self;
        let (mut tools, mut prompts) = (self.tools, self.prompts);
        let (mut resources, mut templates) = (self.resources, self.templates);
        if let Some(rejected) = self.rejected {
            return Err(rejected);
        }
        let sorted = tools.sort();
        canonical_order(&mut prompts)?;
        canonical_order(&mut resources)?;
        canonical_order(&mut templates)?;
        check_arguments(&prompts)?;
        sorted?;

        warn_of_server(&handshake, &mut warnings);
        let by_model_name = finish_tools(&mut tools, &binding, tolerances, &mut applied, &mut warnings)?;
        warn_of_texts(&prompts, &mut warnings);
        warn_of_texts(&resources, &mut warnings);
        warn_of_texts(&templates, &mut warnings);
        let names: Vec<&str> = prompts.iter().map(Prompt::name).collect();
        warn_of_look_alikes(Family::Prompts, &names, &mut warnings);

        let digest = cover::digest(&binding, &handshake, &tools, &prompts, &resources, &templates);
        let (warnings, warnings_total) = warnings.finish();
        Ok(Generation {
            number,
            offer: Arc::new(Offer {
                binding,
                handshake,
                tools,
                by_model_name,
                prompts: prompts.into(),
                resources: resources.into(),
                templates: templates.into(),
                decisions,
                applied,
                warnings,
                warnings_total,
                digest,
            }),
        })
    }
}

/// Checks the identifiers of a family, brings it into order and finds what is there twice (C4 to C6).
fn canonical_order<T: Entry>(entries: &mut [T]) -> Result<(), DefectError> {
    let defect = |defect, key: &str| DefectError::new(Some(T::FAMILY), defect).with_subject(Quote::new(key));
    for entry in &*entries {
        check_identifier(entry.key()).map_err(|fault| defect(Defect::Identifier(fault), entry.key()))?;
    }
    let keys: Vec<&str> = entries.iter().map(T::key).collect();
    match order_of(&keys) {
        Order::AsTheyAre => Ok(()),
        Order::Of(order) => {
            bring_into(order, entries);
            Ok(())
        }
        Order::Twice(place) => Err(defect(Defect::Duplicate, keys.get(place).copied().unwrap_or_default())),
    }
}

fn check_arguments(prompts: &[Prompt]) -> Result<(), DefectError> {
    for prompt in prompts {
        let arguments = prompt.arguments().unwrap_or_default();
        let defect = if arguments.len() > PROMPT_ARGUMENTS {
            Some(Defect::TooManyArguments { arguments: arguments.len() })
        } else {
            let fault = arguments.iter().find_map(|argument| check_argument(argument.name()).err());
            fault.map(Defect::ArgumentName)
        };
        if let Some(defect) = defect {
            return Err(
                DefectError::new(Some(Family::Prompts), defect).with_subject(Quote::new(prompt.name()))
            );
        }
    }
    Ok(())
}

/// Names the tools, which are in order, looks at each, and gives the order of their model names.
fn finish_tools(
    tools: &mut ToolSet,
    binding: &BindingName,
    tolerances: Tolerances,
    applied: &mut Tolerances,
    warnings: &mut Warnings,
) -> Result<Option<Box<[u32]>>, DefectError> {
    // Gathered once: the records are larger than caches are.
    let raw_names: Vec<&str> = tools.raw_names().collect();
    let model_names = names::assign(binding.as_str(), &raw_names)?;
    let mut own = Vec::new();
    for (index, tool) in tools.iter().enumerate() {
        let name = model_names.is_normalized(index).then(|| model_names.at(index));
        let raised = look_at_tool(tool, name, tolerances, applied, warnings)?;
        if !raised.is_empty() {
            own.push((index, raised));
        }
    }
    warn_of_look_alikes(Family::Tools, &raw_names, warnings);

    own.into_iter().for_each(|(index, warnings)| tools.warn(index, warnings));
    let (names, spans, order) = model_names.into_parts();
    tools.name(names, spans);
    if applied.invalid_output_schema {
        tools.drop_defective();
    }
    tools.shrink();
    Ok(order)
}

/// Looks at a tool, and gives its own warnings. `name` is its model name, if that is not its raw name.
fn look_at_tool(
    tool: Tool<'_>,
    name: Option<&str>,
    tolerances: Tolerances,
    applied: &mut Tolerances,
    warnings: &mut Warnings,
) -> Result<Vec<Warning>, DefectError> {
    let defect =
        |defect| DefectError::new(Some(Family::Tools), defect).with_subject(Quote::new(tool.raw_name()));
    let mut raiser = Raiser { family: Family::Tools, key: tool.raw_name(), own: Vec::new(), warnings };
    if let Some(fault) = tool.output_fault() {
        if !tolerances.invalid_output_schema {
            return Err(defect(Defect::OutputSchema(fault)));
        }
        applied.invalid_output_schema = true;
        let text = format_args!("its output schema is not valid and is left out: {fault}");
        raiser.raise(WarningKind::OutputSchemaDropped, text);
    }
    if let Some(name) = name {
        if !tolerances.display_name_normalization {
            return Err(defect(Defect::NameNotNormalized));
        }
        applied.display_name_normalization = true;
        raiser.raise(WarningKind::NameNormalized, format_args!("models know it as {name}"));
    }
    if tool.is_odd() {
        raiser.look_at_name();
        let cuts = tool.cuts();
        for ((field, text), cut_from) in
            [("title", tool.title()), ("description", tool.description())].into_iter().zip(cuts)
        {
            if let Some(text) = text {
                raiser.look_at(field, text, cut_from);
            }
        }
    }
    if let Some(title) = tool.annotations().and_then(|annotations| annotations.title.as_deref()) {
        raiser.look_at("annotations.title", title, None);
    }
    for (field, schema) in tool.schemas_beyond_ascii() {
        raiser.tell(field, &look_inside(schema));
    }
    Ok(raiser.own)
}

/// Raises warnings about one entry.
struct Raiser<'a> {
    family: Family,
    key: &'a str,
    /// The first few, for the entry itself to keep.
    own: Vec<Warning>,
    warnings: &'a mut Warnings,
}

impl Raiser<'_> {
    fn raise(&mut self, kind: WarningKind, text: std::fmt::Arguments<'_>) {
        let key = Quote::new(self.key);
        if self.own.len() < TOOL_WARNINGS && self.family == Family::Tools {
            self.own.push(Warning::new(kind, Some(self.family), format_args!("{key}: {text}")));
        }
        self.warnings.push(kind, Some(self.family), format_args!("{key}: {text}"));
    }

    fn look_at_name(&mut self) {
        let mut deceit = Deceit::default();
        deceit.look(self.key, Place::Name);
        self.tell("name", &deceit);
    }

    fn look_at(&mut self, field: &str, text: &str, cut_from: Option<u32>) {
        if let Some(bytes) = cut_from {
            let kept = text.len();
            self.raise(WarningKind::TextCut, format_args!("{field} is cut from {bytes} bytes to {kept}"));
        }
        let mut deceit = Deceit::default();
        deceit.look(text, place_of(field));
        self.tell(field, &deceit);
    }

    fn tell(&mut self, field: &str, deceit: &Deceit) {
        if deceit.is_some() {
            self.raise(WarningKind::DeceivingText, format_args!("{field} holds {deceit}"));
        }
    }
}

/// Descriptions and instructions are prose; all other texts are names.
fn place_of(field: &str) -> Place {
    if field.ends_with("description") || field == "instructions" { Place::Prose } else { Place::Name }
}

fn warn_of_texts<T: Texts>(entries: &[T], warnings: &mut Warnings) {
    for entry in entries {
        let mut raiser = Raiser { family: T::FAMILY, key: entry.key(), own: Vec::new(), warnings };
        raiser.look_at_name();
        for (field, text) in entry.texts() {
            raiser.look_at(field, text.as_str(), text.cut_from());
        }
    }
}

fn warn_of_server(handshake: &Handshake, warnings: &mut Warnings) {
    let identity = handshake.server.iter().flat_map(|server| server.texts());
    let instructions = handshake.instructions.iter().map(|text| ("instructions", text));
    for (field, text) in identity.chain(instructions) {
        if let Some(bytes) = text.cut_from() {
            let kept = text.as_str().len();
            let text = format_args!("the server's {field} is cut from {bytes} bytes to {kept}");
            warnings.push(WarningKind::TextCut, None, text);
        }
        let mut deceit = Deceit::default();
        deceit.look(text.as_str(), place_of(field));
        if deceit.is_some() {
            let text = format_args!("the server's {field} holds {deceit}");
            warnings.push(WarningKind::DeceivingText, None, text);
        }
    }
}

fn warn_of_look_alikes(family: Family, names: &[&str], warnings: &mut Warnings) {
    for (first, other) in look_alikes(names) {
        if let (Some(first), Some(other)) = (names.get(first), names.get(other)) {
            let (first, other) = (Quote::new(first), Quote::new(other));
            warnings.push(WarningKind::LookAlike, Some(family), format_args!("{other} looks like {first}"));
        }
    }
}
