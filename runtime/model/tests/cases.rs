//! The stated cases for URIs, templates and routes (U1 to U7).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

use std::borrow::Cow;

use serde_json::Value;
use wayleave_model::{
    Address, Definition, DefinitionFault, RouteTable, TemplateErrorKind, Unselected, Uri, UriRef,
    UriTemplate, WriteError,
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

/// U5: what decoding finds explains, and never answers.
#[test]
fn what_only_escapes_keep_apart() {
    let exact = |text: &str| Address::Uri(Uri::parse(text).unwrap());
    let template = |text: &str| Address::Template(UriTemplate::parse(text).unwrap());
    let plain = [
        exact("a://h/page/contents"),
        template("a://h/page/{slug}"),
        template("a://h/x/{one}"),
        template("a://h/{two}/y"),
    ];
    let escaped = [exact("a://h/caf%C3%A9"), template("a://h/x%2Dy/{id}")];
    for (addresses, text, expected) in [
        (&plain[..], "a://h/p%61ge/contents", Some(0)),
        (&plain, "a://h/%70age/a%20b", Some(1)),
        // Two templates, a value that may not be a capture, another number of segments, another authority.
        (&plain, "a://h/%78/y", None),
        (&plain, "a://h/%70age/%2E%2E", None),
        (&plain, "a://h/page%2Fb", None),
        (&plain, "a://%68/page/b", None),
        (&escaped, "a://h/caf%c3%a9", Some(0)),
        (&escaped, "a://h/x-y/7", Some(1)),
    ] {
        let table = RouteTable::new(addresses.iter().cloned());
        let uri = UriRef::parse(text).unwrap();
        let found = table.select_decoded(uri);
        assert_eq!(found.map(|selected| selected.route().index()), expected, "{text}");
        if expected.is_some() {
            assert_eq!(table.select(uri).unwrap_err(), Unselected::NotFound, "{text}");
        }
    }
    let table = RouteTable::new(plain);
    let uri = UriRef::parse("a://h/%70age/a%20b").unwrap();
    assert_eq!(table.select_decoded(uri).unwrap().canonical(100).unwrap().as_str(), "a://h/page/a%20b");
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

/// Writes every value in capitals, but for one that is none.
fn in_capitals(_: usize, value: &str) -> Option<Cow<'_, str>> {
    let written = value.to_uppercase();
    match value {
        "none" => None,
        _ if written == value => Some(Cow::Borrowed(value)),
        _ => Some(Cow::Owned(written)),
    }
}

/// U8: a match with its values in another spelling.
#[test]
fn values_may_be_written_otherwise() {
    let table = RouteTable::new([Address::Template(UriTemplate::parse("a://h/{x}/{y}").unwrap())]);
    let written = |uri, most| {
        let selected = table.select(UriRef::parse(uri).unwrap()).unwrap();
        selected.captures().written(most, in_capitals)
    };
    let text = |uri| written(uri, 100).map(|uri| uri.map(|uri| uri.as_str().to_owned()));
    assert_eq!(text("a://h/A/B"), Ok(None));
    assert_eq!(text("a://h/a/%42"), Ok(Some("a://h/A/B".to_owned())));
    assert_eq!(text("a://h/A%20/b"), Ok(Some("a://h/A%20/B".to_owned())));
    assert_eq!(text("a://h/a/none"), Err(WriteError::Value { place: 1 }));
    assert!(matches!(written("a://h/abc/d", 10), Err(WriteError::Expand(_))));
}
