//! Tools.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};
use serde_json::value::RawValue;

use super::Entry;
use crate::catalog::{Family, Quote, Schema, SchemaFault, Warning, bounds::Prose};

/// A tool as a server offers it, on its way into a generation.
///
/// ```
/// use wayleave::catalog::ToolSpec;
/// let tool = ToolSpec::new("search").with_description("Finds pages.").with_input_schema(r#"{"type":"object"}"#);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct ToolSpec {
    pub(in crate::catalog) name: Box<str>,
    pub(in crate::catalog) title: Option<Prose>,
    pub(in crate::catalog) description: Option<Prose>,
    pub(in crate::catalog) input: Option<Result<Examined, SchemaFault>>,
    pub(in crate::catalog) output: Option<Result<Examined, SchemaFault>>,
    pub(in crate::catalog) annotations: Option<ToolAnnotations>,
}

/// A schema, and whether the texts in it may hold more than ASCII.
#[derive(Clone, Debug)]
pub(in crate::catalog) struct Examined {
    pub(in crate::catalog) schema: Schema,
    pub(in crate::catalog) beyond_ascii: bool,
}

impl Examined {
    pub(in crate::catalog) fn new(text: &str) -> Result<Self, SchemaFault> {
        Schema::examine(text).map(|(schema, beyond_ascii)| Self { schema, beyond_ascii })
    }
}

impl ToolSpec {
    /// A tool of this name, exactly as the server spells it. It has no input schema yet, and needs one.
    pub fn new(name: impl Into<Box<str>>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            input: None,
            output: None,
            annotations: None,
        }
    }

    /// Sets the title.
    pub fn with_title(mut self, title: impl Into<Box<str>>) -> Self {
        self.title = Some(Prose::name(title));
        self
    }

    /// Sets the description.
    pub fn with_description(mut self, description: impl Into<Box<str>>) -> Self {
        self.description = Some(Prose::description(description));
        self
    }

    /// Sets the schema of the arguments: the JSON as the server wrote it.
    pub fn with_input_schema(mut self, schema: &str) -> Self {
        self.input = Some(Examined::new(schema));
        self
    }

    /// Sets the schema of structured results: the JSON as the server wrote it.
    pub fn with_output_schema(mut self, schema: &str) -> Self {
        self.output = Some(Examined::new(schema));
        self
    }

    /// Sets the hints. A title that is too long is cut.
    pub fn with_annotations(mut self, mut annotations: ToolAnnotations) -> Self {
        annotations.title = annotations.title.map(|title| Prose::name(title).into_text());
        self.annotations = Some(annotations);
        self
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
    pub(in crate::catalog) raw_name: Box<str>,
    pub(in crate::catalog) model_name: Box<str>,
    pub(in crate::catalog) title: Option<Box<str>>,
    pub(in crate::catalog) description: Option<Box<str>>,
    pub(in crate::catalog) input_schema: Schema,
    pub(in crate::catalog) output_schema: Option<Schema>,
    pub(in crate::catalog) annotations: Option<ToolAnnotations>,
    pub(in crate::catalog) warnings: Box<[Warning]>,
}

impl Tool {
    /// The server's own name, exactly as it was sent.
    #[must_use]
    pub fn raw_name(&self) -> &str {
        &self.raw_name
    }

    /// The name for models: at most 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
    #[must_use]
    pub fn model_name(&self) -> &str {
        &self.model_name
    }

    /// The title for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What the tool does, for models.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The schema of the arguments.
    #[must_use]
    pub fn input_schema(&self) -> &Schema {
        &self.input_schema
    }

    /// The schema of structured results: none if the server sent none, or a defective one that was left out.
    #[must_use]
    pub fn output_schema(&self) -> Option<&Schema> {
        self.output_schema.as_ref()
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
            .field("raw_name", &Quote::new(&self.raw_name))
            .field("model_name", &self.model_name)
            .field("title", &self.title.as_deref().map(Quote::new))
            .field("description", &self.description.as_deref().map(Quote::new))
            .field("input_schema", &self.input_schema)
            .field("output_schema", &self.output_schema)
            .field("annotations", &self.annotations)
            .field("warnings", &self.warnings.len())
            .finish()
    }
}

/// The tool as MCP lists it, with its model name, and its schemas byte for byte.
impl Serialize for Tool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw = |schema: &Schema| {
            serde_json::from_str::<&RawValue>(schema.as_str())
                .map(ToOwned::to_owned)
                .map_err(serde::ser::Error::custom)
        };
        let mut fields = serializer.serialize_struct("Tool", 7)?;
        fields.serialize_field("name", &self.raw_name)?;
        fields.serialize_field("modelName", &self.model_name)?;
        if let Some(title) = &self.title {
            fields.serialize_field("title", title)?;
        }
        if let Some(description) = &self.description {
            fields.serialize_field("description", description)?;
        }
        fields.serialize_field("inputSchema", &raw(&self.input_schema)?)?;
        if let Some(schema) = &self.output_schema {
            fields.serialize_field("outputSchema", &raw(schema)?)?;
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
        &self.name
    }
}

impl Entry for Tool {
    const FAMILY: Family = Family::Tools;

    fn key(&self) -> &str {
        &self.raw_name
    }
}
