//! The annotation `x-mcp-header` in an input schema, which asks clients to send an argument as an HTTP header, too. The
//! revision of 2026-07-28 makes a tool invalid whose annotations break its rules (C5).

use std::{collections::HashSet, fmt};

use super::json::Tree;

const KEY: &str = "x-mcp-header";

/// What is wrong with a tool's header annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderFault {
    /// It is not on a property that is reached through `properties` alone.
    Place,
    /// It is no text that may be part of a header's name.
    Name,
    /// Two are equal but for case.
    Duplicate,
    /// It is on something else than a string, an integer or a boolean.
    Type,
}

impl fmt::Display for HeaderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Place => "`x-mcp-header` is not on a property",
            Self::Name => "`x-mcp-header` is not the name of a header",
            Self::Duplicate => "two `x-mcp-header` are the same",
            Self::Type => "`x-mcp-header` is not on a string, integer or boolean",
        })
    }
}

/// Checks the annotations of an input schema that is checked JSON, nested within bounds.
pub(super) fn check_headers(schema: &str) -> Result<(), HeaderFault> {
    // An escape could spell the key.
    if !schema.contains(KEY) && !schema.contains("\\u") {
        return Ok(());
    }
    // What has been checked can be read. Nothing is let through unseen.
    let Ok(tree) = Tree::parse(schema) else { return Err(HeaderFault::Place) };
    if tree.entry(KEY).is_some() {
        return Err(HeaderFault::Place);
    }
    walk(&tree, true, &mut HashSet::new())
}

/// Recurses at most as deep as a schema may be nested.
fn walk(schema: &Tree<'_>, by_properties: bool, seen: &mut HashSet<String>) -> Result<(), HeaderFault> {
    for item in schema.items() {
        walk(item, false, seen)?;
    }
    for (key, value) in schema.entries() {
        match &**key {
            KEY if by_properties => check(schema, value, seen)?,
            KEY => return Err(HeaderFault::Place),
            "properties" => {
                for (_, property) in value.entries() {
                    walk(property, by_properties, seen)?;
                }
            }
            // Names to schemas: a name may be anything.
            "$defs" | "definitions" | "dependencies" | "dependentSchemas" | "patternProperties" => {
                for (_, schema) in value.entries() {
                    walk(schema, false, seen)?;
                }
            }
            // Data, not schemas.
            "const" | "default" | "enum" | "examples" | "dependentRequired" => {}
            _ => walk(value, false, seen)?,
        }
    }
    Ok(())
}

fn check(property: &Tree<'_>, header: &Tree<'_>, seen: &mut HashSet<String>) -> Result<(), HeaderFault> {
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    let name = header.text().filter(|name| !name.is_empty() && name.bytes().all(token));
    let name = name.ok_or(HeaderFault::Name)?;
    if !seen.insert(name.to_ascii_lowercase()) {
        return Err(HeaderFault::Duplicate);
    }
    match property.entry("type").and_then(Tree::text) {
        Some("string" | "integer" | "boolean") => Ok(()),
        _ => Err(HeaderFault::Type),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations() {
        for (schema, expected) in [
            (r#"{"type":"object"}"#, Ok(())),
            (r#"{"properties":{"a":{"type":"string","x-mcp-header":"Region"}}}"#, Ok(())),
            (
                r#"{"properties":{"o":{"type":"object","properties":{"a":{"type":"integer","x-mcp-header":"A"}}}}}"#,
                Ok(()),
            ),
            (r#"{"properties":{"x-mcp-header":{"type":"object"}}}"#, Ok(())),
            (r#"{"properties":{"a":{"default":{"x-mcp-header":1}}}}"#, Ok(())),
            (r#"{"$defs":{"x-mcp-header":{"type":"object"}}}"#, Ok(())),
            (r#"{"$defs":{"default":{"x-mcp-header":"A"}}}"#, Err(HeaderFault::Place)),
            (r#"{"x-mcp-header":"A"}"#, Err(HeaderFault::Place)),
            (
                r#"{"properties":{"a":{"items":{"type":"string","x-mcp-header":"A"}}}}"#,
                Err(HeaderFault::Place),
            ),
            (
                r#"{"anyOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}"#,
                Err(HeaderFault::Place),
            ),
            (r#"{"$defs":{"a":{"type":"string","x-mcp-header":"A"}}}"#, Err(HeaderFault::Place)),
            (r#"{"properties":{"a":{"type":"string","x-mcp-header":""}}}"#, Err(HeaderFault::Name)),
            (r#"{"properties":{"a":{"type":"string","x-mcp-header":"a b"}}}"#, Err(HeaderFault::Name)),
            (r#"{"properties":{"a":{"type":"string","x\u002dmcp-header":7}}}"#, Err(HeaderFault::Name)),
            (r#"{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}"#, Err(HeaderFault::Type)),
            (r#"{"properties":{"a":{"x-mcp-header":"A"}}}"#, Err(HeaderFault::Type)),
            (
                r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}"#,
                Err(HeaderFault::Duplicate),
            ),
        ] {
            assert_eq!(check_headers(schema), expected, "{schema}");
        }
    }
}
