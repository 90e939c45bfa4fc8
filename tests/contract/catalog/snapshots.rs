//! A generation as a file.

use wayleave::catalog::{
    Builder, Decision, Generation, Prompt, PromptArgument, Resource, ResourceAnnotations, ResourceTemplate,
    ServerIdentity, SnapshotError, Tolerances, ToolAnnotations, ToolSpec,
};
use wayleave::model::Role;

use super::harness::{NEW, binding, handshake, of_tools};

fn generation() -> Generation {
    let handshake = handshake(NEW, r#"{"tools":{"listChanged":true},"prompts":{}}"#)
        .with_server(ServerIdentity::new("wiki", "1.2.3").with_title("The wiki"))
        .with_instructions("Search first.");
    let annotations = ResourceAnnotations {
        audience: Some([Role::User, Role::Assistant].into()),
        priority: Some(0.25),
        last_modified: Some("2026-01-02".into()),
    };
    Builder::new(binding(), handshake)
        .tolerances(Tolerances::ALL)
        .tools([
            ToolSpec::new("search").with_input_schema("{ \"type\": \"object\",\n  \"maximum\": 1.0e2 }"),
            ToolSpec::new("read.page")
                .with_title("Read")
                .with_description("Reads \"a page\".\n")
                .with_input_schema("{}")
                .with_output_schema(r#"{"type":"object"}"#)
                .with_annotations(ToolAnnotations {
                    read_only_hint: Some(true),
                    ..ToolAnnotations::default()
                }),
            ToolSpec::new("odd").with_input_schema("{}").with_output_schema("7"),
        ])
        .prompts([Prompt::new("ask").with_arguments([PromptArgument::new("what").with_required(true)])])
        .resources([Resource::new("w://a", "a").with_size(7).with_annotations(annotations)])
        .resource_templates([ResourceTemplate::new("w://{a}", "a").with_mime_type("text/plain")])
        .build()
        .unwrap()
}

// C12
#[test]
fn a_file_gives_the_generation_back() {
    let generation = generation();
    let json = generation.to_json().unwrap();
    let read = Generation::from_json(&json).unwrap();
    assert_eq!(read.digest(), generation.digest());
    assert_eq!(read.number(), 0);
    assert_eq!(read.decisions(), generation.decisions());
    assert_eq!(read.decisions().resources, Decision::SkippedNotAdvertised);
    assert!(read.applied_tolerances().eq(generation.applied_tolerances()));
    assert_eq!(read.to_json().unwrap(), json);
    let input = |of: &Generation| of.tool_by_raw_name("search").unwrap().input_schema().as_str().to_owned();
    assert_eq!(input(&read), input(&generation), "byte for byte");
    let through_serde: Generation = serde_json::from_str(&json).unwrap();
    assert_eq!(through_serde.digest(), generation.digest());
}

#[test]
fn a_file_is_made_to_be_reviewed() {
    assert_eq!(
        of_tools(&["b", "a"]).to_json().unwrap(),
        format!(
            r#"{{
  "wayleaveCatalog": 1,
  "digest": "{}",
  "binding": "wiki",
  "protocolVersion": "2026-07-28",
  "capabilities": {{"prompts":{{}},"resources":{{}},"tools":{{}}}},
  "decisions": {{
    "tools": "fetched",
    "prompts": "fetched",
    "resources": "fetched",
    "resource_templates": "fetched"
  }},
  "tolerances": [],
  "tools": [
    {{
      "name": "a",
      "modelName": "mcp__wiki__a",
      "inputSchema": {{"type":"object"}}
    }},
    {{
      "name": "b",
      "modelName": "mcp__wiki__b",
      "inputSchema": {{"type":"object"}}
    }}
  ],
  "prompts": [],
  "resources": [],
  "resourceTemplates": []
}}
"#,
            of_tools(&["a", "b"]).digest()
        )
    );
}

// C12: what was changed by hand is found out
#[test]
fn a_file_that_was_changed_is_refused() {
    let json = generation().to_json().unwrap();
    for (from, to) in [
        ("Search first.", "Search last."),
        ("1.0e2", "100"),
        ("\"readOnlyHint\": true", "\"readOnlyHint\": false"),
        ("\"title\": \"Read\",", ""),
        ("\"binding\": \"wiki\"", "\"binding\": \"wikj\""),
        ("\"size\": 7", "\"size\": 8"),
        ("\"digest\": \"sha256:", "\"digest\": \"sha256:0"),
        ("mcp__wiki__search", "mcp__wiki__searcg"),
        ("\"wayleaveCatalog\": 1", "\"wayleaveCatalog\": 2"),
        ("\"tolerances\"", "\"tolerance\""),
        ("\"name\": \"ask\"", "\"name\": \"as\\u0007k\""),
    ] {
        assert!(json.contains(from), "{from}");
        let error = Generation::from_json(&json.replacen(from, to, 1)).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("catalog: ") && text.len() < 300, "{text}");
    }
    let error = Generation::from_json(&json.replace("Search first.", "Search last.")).unwrap_err();
    assert!(matches!(error, SnapshotError::Digest { .. }));
    let error = Generation::from_json(&json.replace("mcp__wiki__search", "mcp__wiki__x")).unwrap_err();
    assert_eq!(error, SnapshotError::ModelName);
    assert_eq!(Generation::from_json("").unwrap_err(), SnapshotError::Malformed);
    let deep = json.replace("\"prompts\": [", &format!("\"prompts\": [{},", "[".repeat(100_000)));
    assert_eq!(Generation::from_json(&deep).unwrap_err(), SnapshotError::Malformed);
}
