//! What changed between two generations (C14).

use serde_json::{Value, json};
use wayleave::catalog::{
    Arguments, Builder, Difference, Family, Field, Generation, Prompt, PromptArgument, Resource,
    ResourceAnnotations, ResourceTemplate, ServerIdentity, ToolAnnotations, ToolSpec,
};

use super::harness::{ALL, NEW, binding, builder, handshake, of_tools, tool};

fn compare(old: ToolSpec<'_>, new: ToolSpec<'_>) -> Difference {
    Difference::between(&builder().tool(old).build().unwrap(), &builder().tool(new).build().unwrap())
}

fn fields(difference: &Difference) -> Vec<&'static str> {
    let [changed] = difference.changed(Family::Tools) else { panic!("{difference:#?}") };
    changed.fields().iter().map(|change| change.field().as_str()).collect()
}

// C14
#[test]
fn nothing() {
    let difference = Difference::between(&of_tools(&["a", "b"]), &of_tools(&["b", "a"]));
    assert!(difference.is_empty());
    assert_eq!(difference.to_string(), "nothing changed");
    assert!(!difference.severity().model_sees);
}

// C14
#[test]
fn each_field_of_a_tool() {
    let hints = |change: fn(&mut ToolAnnotations)| {
        let mut annotations = ToolAnnotations::default();
        change(&mut annotations);
        annotations
    };
    let base = || tool("t").with_annotations(ToolAnnotations::default());
    for (new, field, sees) in [
        (base().with_title("x"), "title", false),
        (base().with_description("x"), "description", true),
        (base().with_input_schema("{}"), "inputSchema", true),
        (base().with_output_schema("{}"), "outputSchema", true),
        (tool("t"), "annotations", false),
        (base().with_annotations(hints(|hints| hints.title = Some("x".into()))), "annotations.title", false),
        (
            base().with_annotations(hints(|hints| hints.read_only_hint = Some(false))),
            "annotations.readOnlyHint",
            false,
        ),
        (
            base().with_annotations(hints(|hints| hints.destructive_hint = Some(true))),
            "annotations.destructiveHint",
            false,
        ),
        (
            base().with_annotations(hints(|hints| hints.idempotent_hint = Some(true))),
            "annotations.idempotentHint",
            false,
        ),
        (
            base().with_annotations(hints(|hints| hints.open_world_hint = Some(true))),
            "annotations.openWorldHint",
            false,
        ),
    ] {
        let difference = compare(base(), new);
        assert_eq!(fields(&difference), [field]);
        assert_eq!(difference.severity().model_sees, sees, "{field}");
        let (old, new) = difference.digests();
        assert_ne!(old, new);
    }
}

// C14: a rename for models, with the same raw name
#[test]
fn a_model_name_that_changed() {
    let difference = Difference::between(&of_tools(&["a.b"]), &of_tools(&["a.b", "a_b"]));
    assert_eq!(fields(&difference), ["modelName"]);
    assert!(difference.severity().model_sees);
    assert_eq!(difference.added(Family::Tools)[0].key(), "a_b");
}

// C14
#[test]
fn arguments() {
    let schema = |schema: &'static str| ToolSpec::new("t").with_input_schema(schema);
    for (old, new, expected) in [
        (
            r#"{"properties":{"a":{}}}"#,
            r#"{"properties":{"a":{},"note":{"type":"string"}}}"#,
            Arguments::Widened,
        ),
        (r#"{"properties":{"a":{},"b":{}}}"#, r#"{"properties":{"a":{}}}"#, Arguments::Narrowed),
        (r#"{"$ref":"x"}"#, r#"{"$ref":"y"}"#, Arguments::Unclear),
        ("{}", "{ }", Arguments::Same),
    ] {
        let difference = compare(schema(old), schema(new));
        assert_eq!(difference.severity().arguments, expected);
        assert_eq!(difference.changed(Family::Tools)[0].severity().arguments, expected);
        assert!(difference.severity().model_sees, "every change of a schema is one that a model sees");
    }
}

fn everything(change: bool) -> Generation {
    let text = |text: &str| if change { format!("{text} changed") } else { text.to_owned() };
    let handshake = handshake(if change { "2027-01-01" } else { NEW }, if change { "{}" } else { ALL })
        .with_server(ServerIdentity::new(text("name"), text("version")).with_title(text("title")))
        .with_instructions(text("instructions"));
    let annotations =
        ResourceAnnotations { priority: Some(if change { 0.5 } else { 1.0 }), ..Default::default() };
    Builder::new(binding(), handshake)
        .tools(if change { [tool("new"), tool("same")] } else { [tool("old"), tool("same")] })
        .prompts([Prompt::new("p").with_arguments([PromptArgument::new("a").with_required(change)])])
        .resources([Resource::new("r://a", text("a")).with_size(if change { 2 } else { 1 })])
        .resource_templates([ResourceTemplate::new("r://{a}", "a").with_annotations(annotations)])
        .build()
        .unwrap()
}

// C14: the machine form
#[test]
fn the_machine_form_is_stable() {
    let (old, new) = (everything(false), everything(true));
    let machine = serde_json::to_value(Difference::between(&old, &new)).unwrap();
    let change = |field: &str, sees: bool, old: &str, new: &str| json!({"field": field, "modelSees": sees, "old": old, "new": new});
    let one = |field: &str, sees: bool, value: &str, side: &str| json!({"field": field, "modelSees": sees, side: value});
    let same = json!({"modelSees": true, "arguments": "same"});
    let unseen = json!({"modelSees": false, "arguments": "same"});
    let expected = json!({
        "version": 1,
        "binding": "wiki",
        "oldDigest": old.digest().to_string(),
        "newDigest": new.digest().to_string(),
        "severity": same,
        "server": [
            change("protocolVersion", false, NEW, "2027-01-01"),
            change("capabilities", false, ALL, "{}"),
            change("server.name", false, "name", "name changed"),
            change("server.title", false, "title", "title changed"),
            change("server.version", false, "version", "version changed"),
            change("instructions", true, "instructions", "instructions changed"),
        ],
        "tools": {
            "added": [{
                "key": "new", "modelName": "mcp__wiki__new", "severity": same,
                "fields": [one("modelName", true, "mcp__wiki__new", "new"), one("inputSchema", true, r#"{"type":"object"}"#, "new")],
            }],
            "removed": [{
                "key": "old", "modelName": "mcp__wiki__old", "severity": same,
                "fields": [one("modelName", true, "mcp__wiki__old", "old"), one("inputSchema", true, r#"{"type":"object"}"#, "old")],
            }],
            "changed": [],
        },
        "prompts": { "added": [], "removed": [], "changed": [{
            "key": "p", "severity": same,
            "fields": [change("arguments", true, r#"[{"name":"a","required":false}]"#, r#"[{"name":"a","required":true}]"#)],
        }]},
        "resources": { "added": [], "removed": [], "changed": [{
            "key": "r://a", "severity": same,
            "fields": [change("name", true, "a", "a changed"), change("size", false, "1", "2")],
        }]},
        "resourceTemplates": { "added": [], "removed": [], "changed": [{
            "key": "r://{a}", "severity": unseen,
            "fields": [change("annotations.priority", false, "1", "0.5")],
        }]},
    });
    assert_eq!(machine, expected, "{}", serde_json::to_string_pretty::<Value>(&machine).unwrap());
}

// C14: the human form
#[test]
fn the_human_form_shows_old_and_new() {
    let difference = compare(
        tool("search").with_description("Finds pages.\u{202e}"),
        tool("search")
            .with_description("Finds pages, and mails them.")
            .with_input_schema(r#"{"type":"object","properties":{"to":{"type":"string"}}}"#),
    );
    assert_eq!(
        difference.to_string(),
        r#""wiki" 0 added, 0 removed, 1 changed; a model sees it; arguments: widened
tools
  ~ "search" (mcp__wiki__search), arguments: widened
      description
        old "Finds pages.\u{202e}"
        new "Finds pages, and mails them."
      inputSchema
        old "{\"type\":\"object\"}"
        new "{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"string\"}}}""#
    );
    // Of long texts, what differs is shown.
    let long = |end: &str| format!("{}{end}", "word ".repeat(10_000));
    let text = compare(tool("t").with_description(&long("good")), tool("t").with_description(&long("evil")))
        .to_string();
    assert!(text.contains("word good\"") && text.contains("word evil\"") && text.len() < 1_000, "{text}");
}

// C14: absent is not empty
#[test]
fn absent_and_empty_differ() {
    let difference = compare(tool("t"), tool("t").with_description(""));
    let change = &difference.changed(Family::Tools)[0].fields()[0];
    assert_eq!((change.field(), change.before(), change.after()), (Field::Description, None, Some("")));
}
