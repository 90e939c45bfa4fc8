//! From a server's JSON item to an entry (C5).
//!
//! An item that does not convert is left out, with the reason. One that goes beyond a bound that no honest item comes
//! near (a schema's, a prompt's arguments) ends everything: its server is not to be worked with.

use std::{borrow::Cow, fmt};

use serde::Deserialize;
use serde_json::value::RawValue;
use wayleave_model::Role;

use super::{
    Defect, DefectError, IdentifierFault, Prompt, PromptArgument, Quote, Resource, ResourceAnnotations,
    ResourceTemplate, SchemaFault, ToolAnnotations, ToolSpec,
    bounds::{PROMPT_ARGUMENTS, check_argument, check_identifier},
    headers::{HeaderFault, check_headers},
    json::Text,
};

/// Why an item is no entry.
#[derive(Debug)]
pub(super) enum Unconverted {
    /// It is left out.
    Dropped(Reason),
    /// It rejects everything.
    Defect(Defect),
}

impl From<Reason> for Unconverted {
    fn from(reason: Reason) -> Self {
        Self::Dropped(reason)
    }
}

/// Why an item is left out.
#[derive(Debug)]
pub(super) enum Reason {
    Malformed,
    Missing(&'static str),
    WrongType(&'static str),
    Identifier(&'static str, IdentifierFault),
    InputSchema(SchemaFault),
    Header(HeaderFault),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => f.write_str("it is no object, or has a field twice"),
            Self::Missing(field) => write!(f, "there is no `{field}`"),
            Self::WrongType(field) => write!(f, "`{field}` has the wrong type"),
            Self::Identifier(field, fault) => write!(f, "`{field}` is no identifier: {fault}"),
            Self::InputSchema(fault) => write!(f, "`inputSchema` is not valid: {fault}"),
            Self::Header(fault) => fault.fmt(f),
        }
    }
}

/// The fields of all kinds of items, none of them looked into.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    uri: Option<&'a RawValue>,
    #[serde(borrow)]
    uri_template: Option<&'a RawValue>,
    #[serde(borrow)]
    title: Option<&'a RawValue>,
    #[serde(borrow)]
    description: Option<&'a RawValue>,
    #[serde(borrow)]
    input_schema: Option<&'a RawValue>,
    #[serde(borrow)]
    output_schema: Option<&'a RawValue>,
    #[serde(borrow)]
    annotations: Option<&'a RawValue>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow)]
    required: Option<&'a RawValue>,
    #[serde(borrow)]
    mime_type: Option<&'a RawValue>,
    #[serde(borrow)]
    size: Option<&'a RawValue>,
}

type Raw<'a> = Option<&'a RawValue>;

/// Converts a tool and gives it on. `headers` says whether its header annotations are to be checked.
pub(super) fn tool(
    item: &RawValue,
    headers: bool,
    give: impl FnOnce(ToolSpec<'_>) -> Result<(), DefectError>,
) -> Result<(), Unconverted> {
    let item = read(item)?;
    let name = identifier(item.name, "name")?;
    let (title, description) = (text(item.title, "title")?, text(item.description, "description")?);
    let input = item.input_schema.ok_or(Reason::Missing("inputSchema"))?;
    let mut tool = ToolSpec::new(&name).with_input_schema(input.get());
    if let Some(fault) = tool.input_fault() {
        return Err(if fault.is_over_bound() {
            Unconverted::Defect(Defect::InputSchema(fault))
        } else {
            Reason::InputSchema(fault).into()
        });
    }
    if headers {
        check_headers(input.get()).map_err(Reason::Header)?;
    }
    if let Some(title) = &title {
        tool = tool.with_title(title);
    }
    if let Some(description) = &description {
        tool = tool.with_description(description);
    }
    if let Some(output) = item.output_schema {
        // A defective one is for the builder to decide on, by what is tolerated.
        tool = tool.with_output_schema(output.get());
    }
    if let Some(annotations) = item.annotations {
        tool = tool.with_annotations(parsed::<ToolAnnotations>(annotations, "annotations")?);
    }
    give(tool).map_err(|error| Unconverted::Defect(error.defect()))
}

pub(super) fn prompt(item: &RawValue) -> Result<Prompt, Unconverted> {
    let item = read(item)?;
    let mut prompt = Prompt::new(identifier(item.name, "name")?);
    if let Some(title) = text(item.title, "title")? {
        prompt = prompt.with_title(title);
    }
    if let Some(description) = text(item.description, "description")? {
        prompt = prompt.with_description(description);
    }
    if let Some(arguments) = item.arguments {
        let arguments = parsed::<Vec<&RawValue>>(arguments, "arguments")?;
        if arguments.len() > PROMPT_ARGUMENTS {
            return Err(Unconverted::Defect(Defect::TooManyArguments { arguments: arguments.len() }));
        }
        let arguments: Vec<_> = arguments.into_iter().map(argument).collect::<Result<_, _>>()?;
        prompt = prompt.with_arguments(arguments);
    }
    Ok(prompt)
}

fn argument(item: &RawValue) -> Result<PromptArgument, Reason> {
    let item = read(item).map_err(|_| Reason::WrongType("arguments"))?;
    let name = text(item.name, "arguments.name")?.ok_or(Reason::Missing("arguments.name"))?;
    check_argument(&name).map_err(|fault| Reason::Identifier("arguments.name", fault))?;
    let mut argument = PromptArgument::new(name);
    if let Some(title) = text(item.title, "arguments.title")? {
        argument = argument.with_title(title);
    }
    if let Some(description) = text(item.description, "arguments.description")? {
        argument = argument.with_description(description);
    }
    if let Some(required) = item.required {
        argument = argument.with_required(parsed(required, "arguments.required")?);
    }
    Ok(argument)
}

pub(super) fn resource(item: &RawValue) -> Result<Resource, Unconverted> {
    let item = read(item)?;
    let uri = identifier(item.uri, "uri")?;
    let mut resource = Resource::new(uri, text(item.name, "name")?.ok_or(Reason::Missing("name"))?);
    if let Some(title) = text(item.title, "title")? {
        resource = resource.with_title(title);
    }
    if let Some(description) = text(item.description, "description")? {
        resource = resource.with_description(description);
    }
    if let Some(mime_type) = text(item.mime_type, "mimeType")? {
        resource = resource.with_mime_type(mime_type);
    }
    if let Some(size) = item.size {
        resource = resource.with_size(parsed(size, "size")?);
    }
    if let Some(annotations) = item.annotations {
        resource = resource.with_annotations(resource_annotations(annotations)?);
    }
    Ok(resource)
}

pub(super) fn template(item: &RawValue) -> Result<ResourceTemplate, Unconverted> {
    let item = read(item)?;
    let template = identifier(item.uri_template, "uriTemplate")?;
    let name = text(item.name, "name")?.ok_or(Reason::Missing("name"))?;
    let mut template = ResourceTemplate::new(template, name);
    if let Some(title) = text(item.title, "title")? {
        template = template.with_title(title);
    }
    if let Some(description) = text(item.description, "description")? {
        template = template.with_description(description);
    }
    if let Some(mime_type) = text(item.mime_type, "mimeType")? {
        template = template.with_mime_type(mime_type);
    }
    if let Some(annotations) = item.annotations {
        template = template.with_annotations(resource_annotations(annotations)?);
    }
    Ok(template)
}

fn resource_annotations(raw: &RawValue) -> Result<ResourceAnnotations, Reason> {
    /// There are two roles, so a list of more than a few is none.
    const ROLES: usize = 16;
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Hints {
        audience: Option<Vec<Audience>>,
        priority: Option<f64>,
        last_modified: Option<Box<str>>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Audience {
        User,
        Assistant,
    }
    let hints: Hints = parsed(raw, "annotations")?;
    if hints.audience.as_ref().is_some_and(|audience| audience.len() > ROLES) {
        return Err(Reason::WrongType("annotations"));
    }
    let role = |audience| match audience {
        Audience::User => Role::User,
        Audience::Assistant => Role::Assistant,
    };
    Ok(ResourceAnnotations {
        audience: hints.audience.map(|audience| audience.into_iter().map(role).collect()),
        priority: hints.priority,
        last_modified: hints.last_modified,
    })
}

/// What an item calls itself, if it does, to name it in a warning.
pub(super) fn label(item: &RawValue) -> Option<Quote> {
    let item = read(item).ok()?;
    [item.uri_template, item.uri, item.name]
        .into_iter()
        .find_map(|raw| text(raw, "").ok().flatten().map(|text| Quote::new(&text)))
}

fn read(item: &RawValue) -> Result<Item<'_>, Reason> {
    serde_json::from_str(item.get()).map_err(|_| Reason::Malformed)
}

/// An identifier, checked before it is one (C4).
fn identifier<'a>(raw: Raw<'a>, field: &'static str) -> Result<Cow<'a, str>, Reason> {
    let text = text(raw, field)?.ok_or(Reason::Missing(field))?;
    check_identifier(&text).map_err(|fault| Reason::Identifier(field, fault))?;
    Ok(text)
}

fn text<'a>(raw: Raw<'a>, field: &'static str) -> Result<Option<Cow<'a, str>>, Reason> {
    raw.map(|raw| parsed::<Text<'a>>(raw, field).map(|Text(text)| text)).transpose()
}

fn parsed<'a, T: Deserialize<'a>>(raw: &'a RawValue, field: &'static str) -> Result<T, Reason> {
    serde_json::from_str(raw.get()).map_err(|_| Reason::WrongType(field))
}
