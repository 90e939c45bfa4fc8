//! The stated cases for URIs, templates and routes (U1 to U7).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

use serde_json::Value;
use wayleave_model::{
    Address, Definition, DefinitionFault, RouteTable, TemplateErrorKind, Unselected, Uri, UriRef, UriTemplate,
};

fn cases(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn strings<'a>(value: &'a Value, key: &str) -> Vec<&'a str> {
    value[key].as_array().unwrap().iter().map(|entry| entry.as_str().unwrap()).collect()
}

/// U1 to U3: every template is accepted or refused as stated, at the stated byte, with the stated help.
#[test]
fn templates() {
    let cases = cases(include_str!("../../../tests/cases/templates.json"));
    for text in strings(&cases, "accepted") {
        let template = UriTemplate::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(template.as_str(), text);
        let expected: Vec<_> =
            text.split('{').skip(1).map(|behind| behind.split('}').next().unwrap().to_owned()).collect();
        assert_eq!(template.variables().collect::<Vec<_>>(), expected);
    }
    for case in cases["rejected"].as_array().unwrap() {
        let text = case["template"].as_str().unwrap();
        let error = UriTemplate::parse(text).expect_err(text);
        assert_eq!(error.offset(), case["offset"].as_u64().unwrap() as usize, "{text}: {error}");
        let why = case["why"].as_str().unwrap();
        assert_eq!(
            why_of(error.kind()),
            why.replace("not absolute", "empty").replace("reserved operator", "operator"),
            "{text}"
        );
        assert!(!error.help().is_empty(), "{text}");
        if case.get("help").is_some() {
            for help in strings(case, "help") {
                assert!(error.help().contains(help), "{text}: {}", error.help());
            }
        }
    }
}

/// The words of the cases for a kind; the kinds that differ only in a detail share theirs.
fn why_of(kind: TemplateErrorKind) -> String {
    use wayleave_model::UriErrorKind as Uri;
    match kind {
        TemplateErrorKind::Uri(Uri::Empty | Uri::MissingScheme) => "empty",
        TemplateErrorKind::Uri(Uri::BadScheme) => "bad scheme",
        TemplateErrorKind::Uri(Uri::UserInfo) => "user-info",
        TemplateErrorKind::Uri(Uri::BadEscape) => "bad percent escape",
        TemplateErrorKind::Uri(Uri::NotUtf8) => "not UTF-8",
        TemplateErrorKind::Uri(Uri::BadCharacter) => "not a URI character",
        TemplateErrorKind::ReservedScheme => "reserved scheme",
        TemplateErrorKind::SchemeVariable => "scheme variable",
        TemplateErrorKind::AuthorityVariable => "authority variable",
        TemplateErrorKind::QueryVariable => "query variable",
        TemplateErrorKind::FragmentVariable => "fragment variable",
        TemplateErrorKind::PartialSegment => "partial segment",
        TemplateErrorKind::Operator(_) | TemplateErrorKind::ReservedOperator(_) => "operator",
        TemplateErrorKind::Explode => "explode modifier",
        TemplateErrorKind::Prefix => "prefix modifier",
        TemplateErrorKind::VariableList => "variable list",
        TemplateErrorKind::EmptyName => "empty name",
        TemplateErrorKind::BadName => "bad name",
        TemplateErrorKind::RepeatedName => "repeated name",
        TemplateErrorKind::Unclosed => "unclosed brace",
        TemplateErrorKind::Unopened => "unopened brace",
        TemplateErrorKind::Nested => "nested brace",
        _ => "another",
    }
    .to_owned()
}

/// U1, U2: every URI of a definition is accepted or refused as stated, and its bytes are kept.
#[test]
fn definition_uris() {
    let cases = cases(include_str!("../../../tests/cases/templates.json"));
    for text in strings(&cases, "definition_uris_accepted") {
        let definition =
            Definition::builder("one").uri(text).build().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(definition.address().as_str(), text);
    }
    for text in strings(&cases, "definition_uris_rejected") {
        let error = Definition::builder("one").uri(text).build().expect_err(text);
        assert!(
            matches!(error.fault(), DefinitionFault::Uri(_) | DefinitionFault::ReservedScheme),
            "{text}: {error}"
        );
    }
}

/// U4 to U7: one table, and for each URI the name with captures or the code.
#[test]
fn routes() {
    let cases = cases(include_str!("../../../tests/cases/routes.json"));
    let definitions = cases["definitions"].as_array().unwrap();
    let name = |index: usize| definitions[index]["name"].as_str().unwrap();
    let table = RouteTable::new(definitions.iter().map(|definition| match definition.get("uri") {
        Some(uri) => Address::Uri(Uri::parse(uri.as_str().unwrap()).unwrap()),
        None => Address::Template(UriTemplate::parse(definition["uriTemplate"].as_str().unwrap()).unwrap()),
    }));
    for case in cases["cases"].as_array().unwrap() {
        let text = case["uri"].as_str().unwrap();
        let expected = case.get("error").map(|error| error.as_str().unwrap());
        let Ok(uri) = UriRef::parse(text) else {
            assert_eq!(expected, Some("invalid_uri"), "{text}");
            continue;
        };
        match table.select(uri) {
            Ok(selected) => {
                assert_eq!(
                    case.get("name").and_then(Value::as_str),
                    Some(name(selected.route().index())),
                    "{text}"
                );
                let captures: serde_json::Map<_, _> =
                    selected.captures().iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
                assert_eq!(case["captures"], Value::Object(captures), "{text}");
            }
            Err(unselected) => {
                let code = match unselected {
                    Unselected::NotFound | Unselected::Shadowed { .. } => "not_found",
                    Unselected::Ambiguous { .. } => "ambiguous",
                    Unselected::Capture { .. } => "invalid_uri",
                    _ => "another",
                };
                assert_eq!(expected, Some(code), "{text}");
                if case.get("candidates").is_some() {
                    let found: Vec<_> = table.matches(uri).into_iter().map(|id| name(id.index())).collect();
                    assert_eq!(found, strings(case, "candidates"), "{text}");
                }
            }
        }
    }
}
