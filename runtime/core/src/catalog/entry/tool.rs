//! Tools.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};
use serde_json::value::RawValue;

use super::Entry;
use crate::catalog::{
    Digest, Family, Quote, Schema, SchemaFault, Warning,
    bounds::{NAME_BYTES, PROSE_BYTES, Prose, bounded},
};

/// A tool as a server offers it, on its way into a generation.
///
/// ```
/// use wayleave::catalog::ToolSpec;
/// let tool = ToolSpec::new("search").with_description("Finds pages.").with_input_schema(r#"{"type":"object"}"#);
/// ```
#[derive(Clone)]
#[must_use]
pub struct ToolSpec {
    pub(in crate::catalog) texts: Texts,
    pub(in crate::catalog) cut: Cut,
    pub(in crate::catalog) input: Option<Result<Examined, SchemaFault>>,
    pub(in crate::catalog) output: Option<Result<Examined, SchemaFault>>,
    pub(in crate::catalog) annotations: Option<ToolAnnotations>,
}

/// All texts of a tool, in one piece of memory: there may be many thousands of tools.
#[derive(Clone)]
pub(in crate::catalog) struct Texts {
    all: String,
    name: Span,
    title: Option<Span>,
    description: Option<Span>,
}

/// Where in `all` a text is.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
}

/// The bytes that texts had of which some were cut off.
#[derive(Clone, Copy, Default)]
pub(in crate::catalog) struct Cut {
    pub(in crate::catalog) title: Option<u32>,
    pub(in crate::catalog) description: Option<u32>,
}

/// What is known of a schema that was checked.
#[derive(Clone, Copy)]
pub(in crate::catalog) struct Examined {
    span: Span,
    digest: Digest,
    /// Whether the texts in it may hold more than ASCII.
    pub(in crate::catalog) beyond_ascii: bool,
}

impl Texts {
    /// Room for what most tools have; more is found where it is needed.
    const ROOM: usize = 1024;

    fn push(&mut self, text: &str) -> Span {
        let start = self.all.len();
        self.all.push_str(text);
        // Bounds keep all texts of a tool far below what 32 bits count; a caller's own name may be longer, and is
        // refused for that when it is looked at.
        let place = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        Span { start: place(start), end: place(self.all.len()) }
    }

    fn get(&self, span: Span) -> &str {
        self.all.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    pub(in crate::catalog) fn name(&self) -> &str {
        self.get(self.name)
    }

    pub(in crate::catalog) fn title(&self) -> Option<&str> {
        self.title.map(|span| self.get(span))
    }

    pub(in crate::catalog) fn description(&self) -> Option<&str> {
        self.description.map(|span| self.get(span))
    }

    pub(in crate::catalog) fn schema(&self, examined: &Examined) -> Schema<'_> {
        Schema::checked(self.get(examined.span), examined.digest)
    }
}

impl ToolSpec {
    /// A tool of this name, exactly as the server spells it. It has no input schema yet, and needs one.
    pub fn new(name: impl AsRef<str>) -> Self {
        Self::with_room(name.as_ref(), Texts::ROOM)
    }

    /// The same, with room for so many bytes of texts.
    pub(in crate::catalog) fn with_room(name: &str, room: usize) -> Self {
        let all = String::with_capacity(room.max(name.len()));
        let mut texts = Texts { all, name: Span { start: 0, end: 0 }, title: None, description: None };
        texts.name = texts.push(name);
        Self { texts, cut: Cut::default(), input: None, output: None, annotations: None }
    }

    /// Sets the title.
    pub fn with_title(mut self, title: impl AsRef<str>) -> Self {
        let (title, cut) = bounded(title.as_ref(), NAME_BYTES);
        self.texts.title = Some(self.texts.push(title));
        self.cut.title = cut;
        self
    }

    /// Sets the description.
    pub fn with_description(mut self, description: impl AsRef<str>) -> Self {
        let (description, cut) = bounded(description.as_ref(), PROSE_BYTES);
        self.texts.description = Some(self.texts.push(description));
        self.cut.description = cut;
        self
    }

    /// Sets the schema of the arguments: the JSON as the server wrote it.
    pub fn with_input_schema(mut self, schema: impl AsRef<str>) -> Self {
        self.input = Some(self.examine(schema.as_ref()));
        self
    }

    /// Sets the schema of structured results: the JSON as the server wrote it.
    pub fn with_output_schema(mut self, schema: impl AsRef<str>) -> Self {
        self.output = Some(self.examine(schema.as_ref()));
        self
    }

    /// Sets the hints. A title that is too long is cut.
    pub fn with_annotations(mut self, mut annotations: ToolAnnotations) -> Self {
        annotations.title = annotations.title.map(|title| Prose::name(title).into_text());
        self.annotations = Some(annotations);
        self
    }

    /// Checks a schema, and keeps it if it is one.
    fn examine(&mut self, schema: &str) -> Result<Examined, SchemaFault> {
        let (schema, beyond_ascii) = Schema::examine(schema)?;
        Ok(Examined { span: self.texts.push(schema.as_str()), digest: schema.digest(), beyond_ascii })
    }
}

impl fmt::Debug for ToolSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolSpec")
            .field("name", &Quote::new(self.texts.name()))
            .field("title", &self.texts.title().map(Quote::new))
            .field("description", &self.texts.description().map(Quote::new))
            .finish_non_exhaustive()
    }
}

/// A server's hints about what a tool does. They come from the peer: a policy may look at them, and must not trust
/// them (C13).
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    /// A title for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Box<str>>,
    /// It changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// It may destroy something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// Calling it again changes nothing more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// It deals with things beyond the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_world_hint: Option<bool>,
}

impl ToolAnnotations {
    /// The flags, each with its name in JSON.
    pub(in crate::catalog) fn flags(&self) -> [(&'static str, Option<bool>); 4] {
        [
            ("readOnlyHint", self.read_only_hint),
            ("destructiveHint", self.destructive_hint),
            ("idempotentHint", self.idempotent_hint),
            ("openWorldHint", self.open_world_hint),
        ]
    }
}

impl fmt::Debug for ToolAnnotations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("ToolAnnotations");
        debug.field("title", &self.title.as_deref().map(Quote::new));
        for (name, flag) in self.flags() {
            debug.field(name, &flag);
        }
        debug.finish()
    }
}

/// A tool of a generation.
///
/// It has two names, and neither is made from the other when it is used: the raw name goes on the wire, the model name
/// is what a model knows it by. To get from one to the other, look the tool up.
#[derive(Clone)]
pub struct Tool {
    /// With the model name at their end.
    texts: Texts,
    model_name: Span,
    input: Examined,
    output: Option<Examined>,
    annotations: Option<ToolAnnotations>,
    warnings: Box<[Warning]>,
}

impl Tool {
    pub(in crate::catalog) fn new(
        mut texts: Texts,
        model_name: &str,
        input: Examined,
        output: Option<Examined>,
        annotations: Option<ToolAnnotations>,
        warnings: Box<[Warning]>,
    ) -> Self {
        let model_name = texts.push(model_name);
        texts.all.shrink_to_fit();
        Self { texts, model_name, input, output, annotations, warnings }
    }

    /// The server's own name, exactly as it was sent.
    #[must_use]
    pub fn raw_name(&self) -> &str {
        self.texts.name()
    }

    /// The name for models: at most 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
    #[must_use]
    pub fn model_name(&self) -> &str {
        self.texts.get(self.model_name)
    }

    /// The title for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.texts.title()
    }

    /// What the tool does, for models.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.texts.description()
    }

    /// The schema of the arguments.
    #[must_use]
    pub fn input_schema(&self) -> Schema<'_> {
        self.texts.schema(&self.input)
    }

    /// The schema of structured results: none if the server sent none, or a defective one that was left out.
    #[must_use]
    pub fn output_schema(&self) -> Option<Schema<'_>> {
        self.output.as_ref().map(|output| self.texts.schema(output))
    }

    /// The server's hints, as they were sent; none if none were.
    #[must_use]
    pub fn annotations(&self) -> Option<&ToolAnnotations> {
        self.annotations.as_ref()
    }

    /// The first few warnings about this tool.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool")
            .field("raw_name", &Quote::new(self.raw_name()))
            .field("model_name", &self.model_name())
            .field("title", &self.title().map(Quote::new))
            .field("description", &self.description().map(Quote::new))
            .field("input_schema", &self.input_schema())
            .field("output_schema", &self.output_schema())
            .field("annotations", &self.annotations)
            .field("warnings", &self.warnings.len())
            .finish()
    }
}

/// The tool as MCP lists it, with its model name, and its schemas byte for byte.
impl Serialize for Tool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fn raw<E: serde::ser::Error>(schema: Schema<'_>) -> Result<&RawValue, E> {
            serde_json::from_str(schema.as_str()).map_err(E::custom)
        }
        let mut fields = serializer.serialize_struct("Tool", 7)?;
        fields.serialize_field("name", self.raw_name())?;
        fields.serialize_field("modelName", self.model_name())?;
        if let Some(title) = self.title() {
            fields.serialize_field("title", title)?;
        }
        if let Some(description) = self.description() {
            fields.serialize_field("description", description)?;
        }
        fields.serialize_field("inputSchema", raw(self.input_schema())?)?;
        if let Some(schema) = self.output_schema() {
            fields.serialize_field("outputSchema", raw(schema)?)?;
        }
        if let Some(annotations) = &self.annotations {
            fields.serialize_field("annotations", annotations)?;
        }
        fields.end()
    }
}

impl Entry for ToolSpec {
    const FAMILY: Family = Family::Tools;

    fn key(&self) -> &str {
        self.texts.name()
    }
}

impl Entry for Tool {
    const FAMILY: Family = Family::Tools;

    fn key(&self) -> &str {
        self.raw_name()
    }
}
