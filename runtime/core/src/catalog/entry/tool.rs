//! Tools, one by one: as they are offered, and as they are in a generation.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};
use serde_json::value::RawValue;

use super::{
    Entry,
    toolset::{Record, ToolSet},
};
use crate::catalog::{
    Family, Quote, Schema, SchemaFault, Warning,
    bounds::{NAME_BYTES, PROSE_BYTES, Prose, bounded},
};

/// A tool as a server offers it, on its way into a generation. Its texts are lent.
///
/// ```
/// use wayleave::catalog::ToolSpec;
/// let tool = ToolSpec::new("search").with_description("Finds pages.").with_input_schema(r#"{"type":"object"}"#);
/// ```
#[derive(Clone)]
#[must_use]
pub struct ToolSpec<'a> {
    pub(super) name: &'a str,
    pub(super) title: Option<Kept<'a>>,
    pub(super) description: Option<Kept<'a>>,
    pub(super) input: Option<Result<Examined<'a>, SchemaFault>>,
    pub(super) output: Option<Result<Examined<'a>, SchemaFault>>,
    pub(super) annotations: Option<Box<ToolAnnotations>>,
}

/// As much of a text as is kept, and the bytes it had if that is not all.
type Kept<'a> = (&'a str, Option<u32>);

/// A schema, and whether the texts in it may hold more than ASCII.
type Examined<'a> = (Schema<'a>, bool);

impl<'a> ToolSpec<'a> {
    /// A tool of this name, exactly as the server spells it. It has no input schema yet, and needs one.
    pub fn new(name: &'a str) -> Self {
        Self { name, title: None, description: None, input: None, output: None, annotations: None }
    }

    /// Sets the title.
    pub fn with_title(mut self, title: &'a str) -> Self {
        self.title = Some(bounded(title, NAME_BYTES));
        self
    }

    /// Sets the description.
    pub fn with_description(mut self, description: &'a str) -> Self {
        self.description = Some(bounded(description, PROSE_BYTES));
        self
    }

    /// Sets the schema of the arguments: the JSON as the server wrote it.
    pub fn with_input_schema(mut self, schema: &'a str) -> Self {
        self.input = Some(Schema::examine(schema));
        self
    }

    /// Sets the schema of structured results: the JSON as the server wrote it.
    pub fn with_output_schema(mut self, schema: &'a str) -> Self {
        self.output = Some(Schema::examine(schema));
        self
    }

    /// Sets the hints. A title that is too long is cut.
    pub fn with_annotations(mut self, mut annotations: ToolAnnotations) -> Self {
        annotations.title = annotations.title.map(|title| Prose::name(title).into_text());
        self.annotations = Some(Box::new(annotations));
        self
    }

    /// What is wrong with the input schema, if one was set.
    pub(in crate::catalog) fn input_fault(&self) -> Option<SchemaFault> {
        self.input.as_ref().and_then(|input| input.as_ref().err().copied())
    }
}

impl fmt::Debug for ToolSpec<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolSpec")
            .field("name", &Quote::new(self.name))
            .field("title", &self.title.map(|(title, _)| Quote::new(title)))
            .field("description", &self.description.map(|(description, _)| Quote::new(description)))
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
#[derive(Clone, Copy)]
pub struct Tool<'g> {
    pub(super) set: &'g ToolSet,
    pub(super) record: &'g Record,
}

impl<'g> Tool<'g> {
    /// The server's own name, exactly as it was sent.
    #[must_use]
    pub fn raw_name(&self) -> &'g str {
        self.set.raw_name(self.record)
    }

    /// The name for models: at most 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
    #[must_use]
    pub fn model_name(&self) -> &'g str {
        self.set.model_name(self.record)
    }

    /// The title for people.
    #[must_use]
    pub fn title(&self) -> Option<&'g str> {
        self.set.title(self.record)
    }

    /// What the tool does, for models.
    #[must_use]
    pub fn description(&self) -> Option<&'g str> {
        self.set.description(self.record)
    }

    /// The schema of the arguments.
    #[must_use]
    pub fn input_schema(&self) -> Schema<'g> {
        self.set.input_schema(self.record)
    }

    /// The schema of structured results: none if the server sent none, or a defective one that was left out.
    #[must_use]
    pub fn output_schema(&self) -> Option<Schema<'g>> {
        self.set.output_schema(self.record)
    }

    /// The server's hints, as they were sent; none if none were.
    #[must_use]
    pub fn annotations(&self) -> Option<&'g ToolAnnotations> {
        self.record.annotations.as_deref()
    }

    /// The first few warnings about this tool.
    #[must_use]
    pub fn warnings(&self) -> &'g [Warning] {
        self.record.warnings()
    }
}

impl fmt::Debug for Tool<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool")
            .field("raw_name", &Quote::new(self.raw_name()))
            .field("model_name", &self.model_name())
            .field("title", &self.title().map(Quote::new))
            .field("description", &self.description().map(Quote::new))
            .field("input_schema", &self.input_schema())
            .field("output_schema", &self.output_schema())
            .field("annotations", &self.annotations())
            .field("warnings", &self.warnings().len())
            .finish()
    }
}

/// The tool as MCP lists it, with its model name, and its schemas byte for byte.
impl Serialize for Tool<'_> {
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
        if let Some(annotations) = self.annotations() {
            fields.serialize_field("annotations", annotations)?;
        }
        fields.end()
    }
}

impl Entry for Tool<'_> {
    const FAMILY: Family = Family::Tools;

    fn key(&self) -> &str {
        self.raw_name()
    }
}
