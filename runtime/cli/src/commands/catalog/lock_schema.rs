//! What the catalog serialises, described for the JSON Schemas: a lock file, and a difference.
#![expect(dead_code, reason = "types that describe what other crates serialise are never made")]

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// What a server offers.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct Lock {
    /// The version of the form: 1.
    #[schemars(range(min = 1, max = 1))]
    wayleave_catalog: u32,
    /// The digest of everything below but the decisions and the tolerances.
    digest: Sha256,
    /// The name of the connection, which is in every tool's model name.
    #[schemars(length(min = 1))]
    binding: String,
    protocol_version: String,
    /// What the server says it can do: as JSON, or as a text of it.
    capabilities: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<Server>,
    /// What the server says about its use.
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<String>,
    decisions: Decisions,
    /// What was borne with, as far as that was needed.
    tolerances: Vec<Tolerance>,
    /// By name.
    tools: Vec<Tool>,
    /// By name.
    prompts: Vec<Prompt>,
    /// By URI.
    resources: Vec<Resource>,
    /// By template.
    resource_templates: Vec<ResourceTemplate>,
}

/// SHA-256 over the canonical encoding.
#[derive(Serialize, JsonSchema)]
#[schemars(transparent)]
struct Sha256(#[schemars(regex(pattern = "^sha256:[0-9a-f]{64}$"))] String);

/// A JSON object as the server wrote it, byte for byte; or a text of it, where it holds what a reader does not see.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Json {
    Itself(Map<String, Value>),
    Text(String),
}

/// Who the server says it is. Nobody has checked it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
struct Server {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    website_url: Option<String>,
}

/// What was done about every family.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Decisions {
    tools: Decision,
    prompts: Decision,
    resources: Decision,
    resource_templates: Decision,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Decision {
    /// It was advertised, and is here in full.
    Fetched,
    /// It was not advertised, so it was not asked for.
    SkippedNotAdvertised,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Tolerance {
    /// A defective output schema is left out.
    InvalidOutputSchema,
    /// Models know a tool by another name than its own.
    DisplayNameNormalization,
}

/// A tool.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
struct Tool {
    /// The server's name for it.
    name: String,
    /// The name for models.
    #[schemars(regex(pattern = "^[A-Za-z0-9_-]{1,64}$"))]
    model_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    input_schema: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<ToolAnnotations>,
}

/// A server's hints about a tool: never authority.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
struct ToolAnnotations {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_only_hint: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    destructive_hint: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idempotent_hint: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_world_hint: Option<bool>,
}

/// A prompt.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Prompt {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// In the server's order; an empty list is another thing than none.
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Vec<PromptArgument>>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct PromptArgument {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<bool>,
}

/// A resource. Its URI is an identifier, and is never fetched.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CatalogResource", deny_unknown_fields)]
struct Resource {
    uri: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    /// The size of the content in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<ResourceAnnotations>,
}

/// A resource template.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CatalogResourceTemplate", deny_unknown_fields)]
struct ResourceTemplate {
    uri_template: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<ResourceAnnotations>,
}

/// A server's hints about a resource: never authority, and kept as they were sent.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
struct ResourceAnnotations {
    #[serde(skip_serializing_if = "Option::is_none")]
    audience: Option<Vec<Role>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_modified: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Audience")]
enum Role {
    User,
    Assistant,
}

/// What changed from an old catalog to a new one.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct Difference {
    /// The version of the form: 1.
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    /// The name of the new one's connection.
    binding: String,
    old_digest: Sha256,
    new_digest: Sha256,
    /// The worst of all changes.
    severity: Severity,
    /// What changed about the server itself.
    server: Vec<FieldChange>,
    tools: Changes,
    prompts: Changes,
    resources: Changes,
    resource_templates: Changes,
}

/// How much a change should concern a host.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
struct Severity {
    /// Whether a model would see it.
    model_sees: bool,
    /// What became of the arguments that tools take.
    arguments: Arguments,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Arguments {
    /// The same ones are taken.
    Same,
    /// Fewer are taken.
    Narrowed,
    /// The schemas differ in a way that does not tell.
    Unclear,
    /// More are taken, or new ones are asked for.
    Widened,
}

/// What changed in one family, each in the order of names, URIs or templates.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Changes {
    added: Vec<Changed>,
    removed: Vec<Changed>,
    changed: Vec<Changed>,
}

/// One entry.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
struct Changed {
    /// The server's name, the URI or the template.
    key: String,
    /// The name for models, of a tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    model_name: Option<String>,
    severity: Severity,
    /// The fields that differ; of an entry that was added or removed, all that have a value.
    fields: Vec<FieldChange>,
}

/// One field's old and new value.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
struct FieldChange {
    /// Its name, such as `description`, `inputSchema` or `annotations.readOnlyHint`.
    field: String,
    /// Whether a model sees it.
    model_sees: bool,
    /// The old value as text; absent where there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<String>,
    /// The new value as text; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<String>,
}
