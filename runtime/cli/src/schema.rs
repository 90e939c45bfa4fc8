//! The JSON Schemas of the command's outputs. What other crates serialise is described here; what the command
//! itself serialises describes itself (G14, G15, G17).
#![expect(dead_code, reason = "types that describe what other crates serialise are never made")]

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, generate::SchemaSettings, transform::RecursiveTransform};
use serde::Serialize;
use serde_json::Value;

use crate::commands::{
    CatalogShown, CatalogTaken, CatalogVerified, CheckReport, DifferenceSchema, Listed, LockSchema, Routed,
};

/// Every schema, with the name of its file in `schemas/`.
#[must_use]
pub fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("catalog.v1.json", of::<LockSchema>("Lock file of `wayleave catalog`, version 1")),
        (
            "catalog-diff.v1.json",
            of::<DifferenceSchema>("Output of `wayleave catalog diff --format json`, version 1"),
        ),
        (
            "catalog-show.v1.json",
            of::<CatalogShown>("Output of `wayleave catalog show --format json`, version 1"),
        ),
        (
            "catalog-snapshot.v1.json",
            of::<CatalogTaken>("Output of `wayleave catalog snapshot --out FILE --format json`, version 1"),
        ),
        (
            "catalog-verify.v1.json",
            of::<CatalogVerified>("Output of `wayleave catalog verify --format json`, version 1"),
        ),
        ("check.v1.json", of::<CheckReport>("Output of `wayleave check --format json`, version 1")),
        ("list.v1.json", of::<Listed<'_>>("Output of `wayleave list --format json`, version 1")),
        ("read.v1.json", of::<ReadResult>("Output of `wayleave read --format json`, version 1")),
        ("report.v1.json", of::<Report>("Report of a read, version 1")),
        ("route.v1.json", of::<Routed>("Output of `wayleave route --format json`, version 1")),
    ]
}

fn of<T: JsonSchema>(title: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(absent_is_never_null));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema.to_value()
}

/// A property that may be absent is left out where it has no value, so null is no value of it.
fn absent_is_never_null(schema: &mut Schema) {
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    let optional = properties.iter_mut().filter(|(name, _)| !required.iter().any(|known| known == *name));
    for property in optional.filter_map(|(_, property)| property.as_object_mut()) {
        if let Some(Value::Array(types)) = property.get_mut("type") {
            types.retain(|name| name != "null");
            if let [one] = &**types {
                let one = one.clone();
                property.insert("type".to_owned(), one);
            }
        }
        if let Some(Value::Array(choices)) = property.get_mut("anyOf") {
            choices.retain(|choice| choice.get("type").is_none_or(|name| name != "null"));
        }
    }
}

/// A concrete resource, as MCP lists it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Resource {
    uri: String,
    #[serde(flatten)]
    description: Description,
    /// The size of the content in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

/// A family of resources, as MCP lists it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResourceTemplate {
    uri_template: String,
    #[serde(flatten)]
    description: Description,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Description {
    /// The name for programs.
    name: String,
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// What the resource is.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Annotations>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icons: Option<Vec<Icon>>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<BTreeMap<String, Value>>,
}

/// Hints for clients.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Annotations {
    #[serde(skip_serializing_if = "Option::is_none")]
    audience: Option<Vec<Role>>,
    #[schemars(range(min = 0, max = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<f64>,
    /// An ISO 8601 date, perhaps with a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_modified: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
    Assistant,
}

/// A picture for user interfaces.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Icon {
    src: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<Theme>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Theme {
    Light,
    Dark,
}

/// The result of a read, as MCP has it.
#[derive(Serialize, JsonSchema)]
struct ReadResult {
    /// The items in the order of the plan; of a partial result, the first is a generated warning.
    contents: Vec<Contents>,
    #[serde(rename = "_meta")]
    meta: Meta,
}

/// One item: its text, or its bytes in base64.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Contents {
    uri: String,
    mime_type: String,
    #[serde(flatten)]
    body: Body,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<BTreeMap<String, Value>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Body {
    Text(String),
    Blob(String),
}

/// The metadata of a result.
#[derive(Serialize, JsonSchema)]
struct Meta {
    #[serde(rename = "go.phpboyscout.uk/mcp.resourceRead")]
    report: Report,
}

/// What is missing from a result, as far as the caller may know.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Report {
    /// The version of the report's form: 1.
    #[schemars(range(min = 1, max = 1))]
    version: u8,
    /// Whether something visible is missing.
    partial: bool,
    /// The missing items in the order of the plan.
    issues: Vec<Issue>,
    /// How many more items are missing than are listed.
    issues_omitted: usize,
}

/// One missing item.
#[derive(Serialize, JsonSchema)]
struct Issue {
    code: IssueCode,
    /// The fixed message of the code.
    message: String,
    /// Whether reading again may help.
    retryable: bool,
    /// The item's URI, where the policy discloses it and it has at most 256 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
}

/// Why an item is missing.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum IssueCode {
    /// The caller may not read it, or storage does not give it out.
    Unavailable,
    /// Its reader failed.
    ReadFailed,
    /// Its reader took too long.
    Timeout,
    /// What its reader returned is malformed.
    InvalidContent,
    /// It does not fit into the result.
    BudgetExceeded,
}
