//! What rejects a generation, what is only left out, and what may be tolerated (C5, C6, C8, C13).

use wayleave::catalog::{
    Defect, DiscoverError, Family, Prompt, Resource, ResourceTemplate, Tolerance, Tolerances,
    ToolAnnotations, ToolSpec, WarningKind,
};

use super::harness::{
    ALL, NEW, OLD, Server, TOOLS, binding, builder, handshake, item, of_tools, one_page, page, run, tool,
};

// C5
#[test]
fn what_is_there_twice_rejects() {
    let results = [
        builder().tools([tool("a"), tool("b"), tool("a")]).build(),
        builder().prompts([Prompt::new("a"), Prompt::new("a")]).build(),
        builder().resources([Resource::new("a", "x"), Resource::new("a", "y")]).build(),
        builder()
            .resource_templates([ResourceTemplate::new("a", "x"), ResourceTemplate::new("a", "y")])
            .build(),
    ];
    for (result, family) in results.into_iter().zip(Family::ALL) {
        let error = result.unwrap_err();
        assert_eq!((error.defect(), error.family()), (Defect::Duplicate, Some(family)));
        assert_eq!(error.to_string(), format!("catalog: {family}: \"a\": it is there twice"));
    }
    // A resource may have the URI that is a template's, and a prompt a tool's name.
    let families = builder().tool(tool("a")).prompts([Prompt::new("a")]);
    assert!(
        families
            .resources([Resource::new("a", "x")])
            .resource_templates([ResourceTemplate::new("a", "x")])
            .build()
            .is_ok()
    );
}

// C5
#[test]
fn a_tool_needs_an_input_schema() {
    let error = builder().tool(ToolSpec::new("t")).build().unwrap_err();
    assert_eq!(error.defect(), Defect::NoInputSchema);
    for tolerances in [Tolerances::NONE, Tolerances::ALL] {
        let spec = ToolSpec::new("t").with_input_schema("[]");
        let error = builder().tolerances(tolerances).tool(spec).build().unwrap_err();
        assert!(matches!(error.defect(), Defect::InputSchema(_)), "never tolerated: {error}");
        assert_eq!(error.tolerance(), None);
    }
}

// C5: one malformed item among 300
#[test]
fn one_item_is_left_out_by_name_and_the_others_are_there() {
    let mut items: Vec<String> = (0..300).map(|index| item(&format!("tool{index:03}"))).collect();
    items[217] = r#"{"name":"broken \u001b[2J","inputSchema":{"type":"object"}}"#.to_owned();
    let generation = one_page(&items).unwrap();
    assert_eq!(generation.tools().len(), 299);
    assert!(
        generation.tool_by_raw_name("tool216").is_some() && generation.tool_by_raw_name("tool217").is_none()
    );
    let [warning] = generation.warnings() else { panic!("{:?}", generation.warnings()) };
    assert_eq!(warning.kind(), WarningKind::ItemDropped);
    assert_eq!(
        warning.to_string(),
        "tools: item 217, \"broken \\u{1b}[2J\", is left out: `name` is no identifier: it holds a control character, at \
         byte 7"
    );
    assert_eq!(generation.warnings_total(), 1);
}

// C5
#[test]
fn what_does_not_convert_is_left_out() {
    for (wrong, reason) in [
        ("7", "it is no object, or has a field twice"),
        ("[]", "it is no object, or has a field twice"),
        (r#"{"name":"a","name":"b","inputSchema":{}}"#, "it is no object, or has a field twice"),
        (r#"{"inputSchema":{}}"#, "there is no `name`"),
        (r#"{"name":null,"inputSchema":{}}"#, "there is no `name`"),
        (r#"{"name":7,"inputSchema":{}}"#, "`name` has the wrong type"),
        (r#"{"name":"","inputSchema":{}}"#, "`name` is no identifier: it is empty"),
        (r#"{"name":"\ud800","inputSchema":{}}"#, "`name` has the wrong type"),
        (r#"{"name":"a"}"#, "there is no `inputSchema`"),
        (r#"{"name":"a","inputSchema":null}"#, "there is no `inputSchema`"),
        (r#"{"name":"a","inputSchema":[]}"#, "`inputSchema` is not valid: it is not a JSON object"),
        (r#"{"name":"a","inputSchema":{},"title":{}}"#, "`title` has the wrong type"),
        (r#"{"name":"a","inputSchema":{},"description":["x"]}"#, "`description` has the wrong type"),
        (r#"{"name":"a","inputSchema":{},"annotations":"x"}"#, "`annotations` has the wrong type"),
        (
            r#"{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":"yes"}}"#,
            "`annotations` has the wrong type",
        ),
        (r#"{"name":"a","inputSchema":{"x-mcp-header":"A"}}"#, "`x-mcp-header` is not on a property"),
    ] {
        let generation = one_page(&[item("good"), wrong.to_owned()]).unwrap();
        assert_eq!(generation.tools().len(), 1, "{wrong}");
        let [warning] = generation.warnings() else { panic!("{wrong}: {:?}", generation.warnings()) };
        assert!(warning.text().ends_with(&format!("is left out: {reason}")), "{wrong}: {warning}");
        assert!(warning.text().starts_with("item 1, "), "{warning}");
    }
}

// C5
#[test]
fn other_families_leave_out_too() {
    let server = Server::new(|family, _, _: Option<&str>| {
        let items: &[&str] = match family {
            Family::Tools => &[],
            Family::Prompts => &[
                r#"{"name":"p","arguments":[{"name":"a","required":true}]}"#,
                r#"{"name":"q","arguments":[{"name":"a","required":"yes"}]}"#,
                r#"{"name":"r","arguments":{}}"#,
                r#"{"name":"s","arguments":[{}]}"#,
            ],
            Family::Resources => &[
                r#"{"uri":"a://b","name":"b","size":7,"annotations":{"audience":["user"],"priority":0.5}}"#,
                r#"{"uri":"a://c"}"#,
                r#"{"name":"d"}"#,
                r#"{"uri":"a://e","name":"e","size":-1}"#,
                r#"{"uri":"a://f","name":"f","annotations":{"audience":["everyone"]}}"#,
            ],
            Family::ResourceTemplates => {
                &[r#"{"uriTemplate":"a://{b}","name":"b"}"#, r#"{"uri":"a://b","name":"b"}"#]
            }
        };
        page(family, &items.iter().map(|&item| item.to_owned()).collect::<Vec<_>>(), None)
    });
    let generation =
        run(&server, &wayleave::catalog::Discovery::new(binding(), handshake(NEW, ALL))).unwrap();
    let counts =
        (generation.prompts().len(), generation.resources().len(), generation.resource_templates().len());
    assert_eq!(counts, (1, 1, 1));
    let resource = generation.resource("a://b").unwrap();
    assert_eq!((resource.size(), resource.annotations().unwrap().priority), (Some(7), Some(0.5)));
    let warnings: Vec<String> = generation.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "prompts: item 1, \"q\", is left out: `arguments.required` has the wrong type",
            "prompts: item 2, \"r\", is left out: `arguments` has the wrong type",
            "prompts: item 3, \"s\", is left out: there is no `arguments.name`",
            "resources: item 1, \"a://c\", is left out: there is no `name`",
            "resources: item 2, \"d\", is left out: there is no `uri`",
            "resources: item 3, \"a://e\", is left out: `size` has the wrong type",
            "resources: item 4, \"a://f\", is left out: `annotations` has the wrong type",
            "resource_templates: item 1, \"a://b\", is left out: there is no `uriTemplate`",
        ]
    );
}

// C5: the revision that has header annotations is that of 2026-07-28
#[test]
fn header_annotations_are_those_of_their_revision() {
    let item = r#"{"name":"a","inputSchema":{"properties":{"b":{"type":"number","x-mcp-header":"B"}}}}"#;
    for (version, tools) in [(NEW, 0), ("2027-01-01", 0), (OLD, 1)] {
        let server = Server::new(|family, _, _: Option<&str>| page(family, &[item.to_owned()], None));
        let discovery = wayleave::catalog::Discovery::new(binding(), handshake(version, TOOLS));
        assert_eq!(run(&server, &discovery).unwrap().tools().len(), tools, "{version}");
    }
}

// C5: what comes through discovery is checked as a whole, too
#[test]
fn a_duplicate_rejects_discovery() {
    let error = one_page(&[item("a"), item("b"), item("a")]).unwrap_err();
    assert!(matches!(error, DiscoverError::Defect(error) if error.defect() == Defect::Duplicate));
}

// C8
#[test]
fn a_defective_output_schema() {
    let spec = || tool("t").with_output_schema("[1]");
    let error = builder().tool(spec()).build().unwrap_err();
    assert!(matches!(error.defect(), Defect::OutputSchema(_)));
    assert_eq!(error.tolerance(), Some(Tolerance::InvalidOutputSchema));

    let tolerances = Tolerances { invalid_output_schema: true, ..Tolerances::NONE };
    let tolerant = builder().tolerances(tolerances).tool(spec()).build().unwrap();
    assert!(tolerant.tools().get(0).unwrap().output_schema().is_none());
    assert_eq!(tolerant.applied_tolerances().collect::<Vec<_>>(), [Tolerance::InvalidOutputSchema]);
    let [warning] = tolerant.warnings() else { panic!("{:?}", tolerant.warnings()) };
    assert_eq!(warning.kind(), WarningKind::OutputSchemaDropped);
    assert_eq!(tolerant.tools().get(0).unwrap().warnings(), tolerant.warnings());
    // C12: a dropped schema counts as absent.
    assert_eq!(tolerant.digest(), builder().tool(tool("t")).build().unwrap().digest());

    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let generation =
        builder().tolerances(tolerances).tool(tool("t").with_output_schema(&deep)).build().unwrap();
    assert!(generation.tools().get(0).unwrap().output_schema().is_none());
}

// C8
#[test]
fn a_name_that_does_not_do() {
    let error = builder().tool(tool("read.file")).build().unwrap_err();
    assert_eq!(error.defect(), Defect::NameNotNormalized);
    assert_eq!(error.tolerance(), Some(Tolerance::DisplayNameNormalization));

    let tolerances = Tolerances { display_name_normalization: true, ..Tolerances::NONE };
    let generation = builder().tolerances(tolerances).tool(tool("read.file")).build().unwrap();
    assert_eq!(generation.tools().get(0).unwrap().model_name(), "mcp__wiki__read_file");
    let [warning] = generation.warnings() else { panic!("{:?}", generation.warnings()) };
    assert_eq!(warning.to_string(), "tools: \"read.file\": models know it as mcp__wiki__read_file");
    assert_eq!(generation.applied_tolerances().collect::<Vec<_>>(), [Tolerance::DisplayNameNormalization]);
}

// C8
#[test]
fn tolerances_have_a_fixed_order_and_a_faithful_server_needs_none() {
    let both = builder()
        .tolerances(Tolerances::ALL)
        .tools([tool("a.b"), tool("c").with_output_schema("1")])
        .build()
        .unwrap();
    assert_eq!(
        both.applied_tolerances().map(Tolerance::as_str).collect::<Vec<_>>(),
        ["invalid_output_schema", "display_name_normalization"]
    );
    let faithful = of_tools(&["a", "b-c", "D_9"]);
    assert_eq!(faithful.applied_tolerances().count(), 0);
    assert_eq!(faithful.warnings_total(), 0);
}

// C6
#[test]
fn collections_stand_in_byte_order() {
    let names = ["b", "a", "é", "Z", "_", "a0", "ab", "\u{10000}", "\u{ffff}"];
    let generation = of_tools(&names);
    let mut expected = names;
    expected.sort_unstable();
    assert_eq!(generation.tools().iter().map(|tool| tool.raw_name()).collect::<Vec<_>>(), expected);
    for name in names {
        let tool = generation.tool_by_raw_name(name).unwrap();
        assert_eq!(tool.raw_name(), name);
        assert_eq!(generation.tool_by_model_name(tool.model_name()).unwrap().raw_name(), name);
    }
    assert!(generation.tool_by_raw_name("nothing").is_none());
    assert!(generation.tool_by_model_name("mcp__wiki__nothing").is_none());
}

// C13
#[test]
fn absent_annotations_stay_absent() {
    let items = [
        item("none"),
        r#"{"name":"null","inputSchema":{},"annotations":null,"title":null}"#.to_owned(),
        r#"{"name":"empty","inputSchema":{},"annotations":{}}"#.to_owned(),
        r#"{"name":"some","inputSchema":{},"annotations":{"readOnlyHint":false,"other":1}}"#.to_owned(),
    ];
    let generation = one_page(&items).unwrap();
    let annotations = |name| generation.tool_by_raw_name(name).unwrap().annotations();
    assert_eq!(annotations("none"), None);
    assert_eq!(annotations("null"), None);
    assert_eq!(annotations("empty"), Some(&ToolAnnotations::default()));
    let some = ToolAnnotations { read_only_hint: Some(false), ..ToolAnnotations::default() };
    assert_eq!(annotations("some"), Some(&some));
}
