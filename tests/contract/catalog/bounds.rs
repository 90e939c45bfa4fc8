//! Bounds of single texts, and identifiers (C3, C4).

use wayleave::catalog::{
    BindingName, Capabilities, Defect, DiscoverError, Discovery, Family, Generation, Handshake,
    HandshakeFault, IdentifierFault, Prompt, PromptArgument, ProtocolVersion, Quote, Resource,
    ResourceTemplate, SchemaFault, ServerIdentity, ToolSpec, WarningKind,
};

use super::harness::{ALL, NEW, Server, binding, builder, handshake, page, run, tool};

fn identifier_fault(name: &str) -> Option<IdentifierFault> {
    let results = [
        builder().tool(tool(name)).build(),
        builder().prompts([Prompt::new(name)]).build(),
        builder().resources([Resource::new(name, "a name")]).build(),
        builder().resource_templates([ResourceTemplate::new(name, "a name")]).build(),
    ];
    let faults = results.map(|result| match result.map_err(|error| error.defect()) {
        Err(Defect::Identifier(fault)) => Some(fault),
        Ok(_) | Err(Defect::NameNotNormalized) => None,
        Err(other) => panic!("{other:?}"),
    });
    assert!(faults.iter().all(|fault| *fault == faults[0]), "{faults:?}");
    faults[0]
}

// C4
#[test]
fn identifiers() {
    assert_eq!(identifier_fault("a"), None);
    assert_eq!(identifier_fault("größe \u{202e}\u{200b}"), None, "only controls are refused");
    assert_eq!(identifier_fault(&"x".repeat(512)), None);
    assert_eq!(identifier_fault(""), Some(IdentifierFault::Empty));
    assert_eq!(identifier_fault(&"x".repeat(513)), Some(IdentifierFault::TooLong { bytes: 513 }));
    assert_eq!(identifier_fault(&"é".repeat(257)), Some(IdentifierFault::TooLong { bytes: 514 }));
    for control in ['\0', '\n', '\t', '\u{1b}', '\u{7f}', '\u{80}', '\u{9f}'] {
        let fault = Some(IdentifierFault::ControlCharacter { at: 3 });
        assert_eq!(identifier_fault(&format!("é-{control}x")), fault, "{control:?}");
    }
}

// C4, C5
#[test]
fn bindings_and_versions_are_identifiers() {
    assert!(matches!(
        BindingName::new("").map_err(|error| error.defect()),
        Err(Defect::BindingName(IdentifierFault::Empty))
    ));
    assert!(BindingName::new(&"x".repeat(513)).is_err());
    assert!(BindingName::new("a\u{1b}").is_err());
    for version in ["", "2026\n", &"2".repeat(513)] {
        assert_eq!(
            ProtocolVersion::new(version).unwrap_err().defect(),
            Defect::Handshake(HandshakeFault::ProtocolVersion)
        );
    }
}

fn cuts(generation: &Generation) -> usize {
    generation.warnings().iter().filter(|warning| warning.kind() == WarningKind::TextCut).count()
}

// C3
#[test]
fn prose_is_cut_at_a_character() {
    // One byte before a bound begins a character of two.
    let long = |bound: usize| format!("{}éé", "x".repeat(bound - 1));
    let server = ServerIdentity::new(long(1024), long(1024))
        .with_title(long(1024))
        .with_description(long(64 * 1024))
        .with_website_url(long(1024));
    let handshake = handshake(NEW, ALL).with_server(server).with_instructions(long(64 * 1024));
    let argument = PromptArgument::new("a").with_title(long(1024)).with_description(long(64 * 1024));
    let generation = wayleave::catalog::Builder::new(binding(), handshake)
        .tool(tool("t").with_title(&long(1024)).with_description(&long(64 * 1024)))
        .prompts([Prompt::new("p")
            .with_title(long(1024))
            .with_description(long(64 * 1024))
            .with_arguments([argument])])
        .resources([Resource::new("r://a", long(1024)).with_description(long(64 * 1024))])
        .resource_templates([ResourceTemplate::new("r://{a}", "n").with_mime_type(long(1024))])
        .build()
        .unwrap();
    assert_eq!(cuts(&generation), 6 + 2 + 4 + 2 + 1);
    assert_eq!(generation.instructions().unwrap(), "x".repeat(64 * 1024 - 1));
    assert_eq!(generation.server().unwrap().name().len(), 1023);
    let kept = generation.tools().get(0).unwrap();
    assert_eq!((kept.title().unwrap().len(), kept.description().unwrap().len()), (1023, 64 * 1024 - 1));
    assert_eq!(kept.warnings().len(), 2);
    assert!(
        generation
            .warnings()
            .iter()
            .any(|warning| { warning.to_string() == "tools: \"t\": title is cut from 1027 bytes to 1023" })
    );

    let exact =
        builder().tool(tool("t").with_title(&"x".repeat(1024)).with_description(&"y".repeat(64 * 1024)));
    assert_eq!(cuts(&exact.build().unwrap()), 0);
}

/// An object of so many bytes.
fn schema_of(bytes: usize) -> String {
    format!("{{\"title\":\"{}\"}}", "x".repeat(bytes - 12))
}

/// An object nested so deeply.
fn nested(levels: usize) -> String {
    format!("{}{}", "{\"a\":".repeat(levels - 1) + "{", "}".repeat(levels))
}

// C3
#[test]
fn schemas() {
    let build = |schema: &str| {
        builder().tool(ToolSpec::new("t").with_input_schema(schema)).build().map_err(|error| error.defect())
    };
    assert_eq!(
        build(&schema_of(1024 * 1024)).unwrap().tools().get(0).unwrap().input_schema().as_str().len(),
        1024 * 1024
    );
    assert!(build(&nested(64)).is_ok());
    for (schema, over) in [
        (schema_of(1024 * 1024 + 1), true),
        (nested(65), true),
        (nested(100_000), true),
        ("[".repeat(100_000), true),
        ("[]".to_owned(), false),
        ("true".to_owned(), false),
        ("{".to_owned(), false),
        (String::new(), false),
        (r#"{"type":"object","type":"string"}"#.to_owned(), false),
        (r#"{"title":"\ud800"}"#.to_owned(), false),
        (r#"{"maximum":1e400}"#.to_owned(), false),
    ] {
        let Err(Defect::InputSchema(fault)) = build(&schema) else { panic!("{schema:.40}") };
        assert_eq!(fault.is_over_bound(), over, "{fault:?}");
    }
    assert!(matches!(build(&schema_of(2_000_000)), Err(Defect::InputSchema(SchemaFault::TooLarge { .. }))));
}

// C3: byte for byte
#[test]
fn a_schema_is_kept_as_it_was_sent() {
    let schema = "{ \"type\" :\t\"object\",\r\n \"title\":\"\\u00e9\\/\" , \"maximum\": 1.0e2}";
    let generation = builder().tool(ToolSpec::new("t").with_input_schema(schema)).build().unwrap();
    assert_eq!(generation.tools().get(0).unwrap().input_schema().as_str(), schema);
}

// C3
#[test]
fn prompt_arguments() {
    let prompt = |count: usize| {
        Prompt::new("p").with_arguments((0..count).map(|index| PromptArgument::new(format!("a{index}"))))
    };
    let generation = builder().prompts([prompt(256)]).build().unwrap();
    let arguments = generation.prompts()[0].arguments().unwrap();
    assert_eq!(arguments.len(), 256);
    assert_eq!(arguments[10].name(), "a10", "the server's order is kept (C6)");
    let error = builder().prompts([prompt(257)]).build().unwrap_err();
    assert_eq!(error.defect(), Defect::TooManyArguments { arguments: 257 });

    for name in ["", "a\n", &"x".repeat(1025)] {
        let error = builder().prompts([Prompt::new("p").with_arguments([PromptArgument::new(name)])]).build();
        assert!(matches!(error.unwrap_err().defect(), Defect::ArgumentName(_)));
    }
    let long = Prompt::new("p").with_arguments([PromptArgument::new("x".repeat(1024))]);
    assert!(builder().prompts([long]).build().is_ok());
}

// C3, C5: the same of what a server lists
#[test]
fn lists_inside_of_items() {
    let discovered = |family: Family, item: String| {
        let items = [item];
        let server = Server::new(|asked, _, _: Option<&str>| {
            page(asked, if asked == family { &items } else { &[] }, None)
        });
        run(&server, &Discovery::new(binding(), handshake(NEW, ALL)))
    };
    let prompt = |count: usize| {
        let arguments: Vec<String> = (0..count).map(|index| format!(r#"{{"name":"a{index}"}}"#)).collect();
        discovered(Family::Prompts, format!(r#"{{"name":"p","arguments":[{}]}}"#, arguments.join(",")))
    };
    assert_eq!(prompt(256).unwrap().prompts()[0].arguments().map(<[_]>::len), Some(256));
    let Err(DiscoverError::Defect(error)) = prompt(257) else { panic!("too many arguments") };
    assert_eq!(error.defect(), Defect::TooManyArguments { arguments: 257 });
    // There are two roles.
    let resource = |count: usize| {
        let audience = vec![r#""user""#; count].join(",");
        let item = format!(r#"{{"uri":"r://a","name":"n","annotations":{{"audience":[{audience}]}}}}"#);
        discovered(Family::Resources, item).unwrap().resources().len()
    };
    assert_eq!((resource(16), resource(17)), (1, 0));
}

// C3
#[test]
fn capabilities() {
    let parsed =
        Capabilities::parse("{ \"tools\": {\"listChanged\":true}, \"prompts\": null, \"b\":[1.0, 1] }")
            .unwrap();
    assert_eq!(parsed.as_json(), r#"{"b":[1.0,1],"prompts":null,"tools":{"listChanged":true}}"#);
    assert!(parsed.has_tools() && !parsed.has_prompts() && !parsed.has_resources());
    for wrong in ["", "[]", "null", "{", &nested(65), &schema_of(1024 * 1024 + 1), r#"{"a":1,"a":2}"#] {
        assert_eq!(
            Capabilities::parse(wrong).unwrap_err().defect(),
            Defect::Handshake(HandshakeFault::Capabilities),
            "{wrong:.30}"
        );
    }
}

// C11
#[test]
fn handshakes_are_read_from_results() {
    let initialize = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},
        "serverInfo":{"name":"wiki","version":"1","title":"Wiki","icons":[]},"instructions":"Ask first."}"#;
    let handshake = Handshake::from_initialize(initialize).unwrap();
    assert_eq!(handshake.protocol_version().as_str(), "2025-11-25");
    assert!(handshake.capabilities().has_tools());
    let generation = wayleave::catalog::Builder::new(binding(), handshake).build().unwrap();
    assert_eq!(generation.instructions(), Some("Ask first."));
    assert_eq!(generation.server().and_then(ServerIdentity::title), Some("Wiki"));

    let discover = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":1,
        "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"wiki","version":"2"}}}"#;
    let handshake = Handshake::from_discover(discover, ProtocolVersion::new(NEW).unwrap()).unwrap();
    let generation = wayleave::catalog::Builder::new(binding(), handshake).build().unwrap();
    assert_eq!(generation.server().map(ServerIdentity::version), Some("2"));

    for (wrong, fault) in [
        ("[]", HandshakeFault::Malformed),
        ("{", HandshakeFault::Malformed),
        (r#"{"capabilities":{}}"#, HandshakeFault::ProtocolVersion),
        (r#"{"protocolVersion":1,"capabilities":{}}"#, HandshakeFault::ProtocolVersion),
        (r#"{"protocolVersion":"2025-11-25"}"#, HandshakeFault::Capabilities),
        (
            r#"{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"x"}}"#,
            HandshakeFault::Malformed,
        ),
        (
            r#"{"protocolVersion":"2025-11-25","capabilities":{},"instructions":[]}"#,
            HandshakeFault::Malformed,
        ),
    ] {
        let error = Handshake::from_initialize(wrong).unwrap_err();
        assert_eq!(error.defect(), Defect::Handshake(fault), "{wrong}");
    }
}

// C3: nothing unbounded or unescaped
#[test]
fn what_is_quoted_is_short_and_escaped() {
    assert_eq!(
        Quote::new("a\"\\\u{1b}\u{202e}\u{200b}\u{e0041}é").as_str(),
        r#""a\"\\\u{1b}\u{202e}\u{200b}\u{e0041}é""#
    );
    assert!(Quote::new(&"\u{e0041}".repeat(100_000)).as_str().len() < 160);
    let name = format!("{}\u{1b}", "\u{202e}".repeat(100));
    let error = builder().tool(tool(&name)).build().unwrap_err();
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(
            text.len() < 500 && text.is_ascii() | text.contains('…') && !text.contains('\u{202e}'),
            "{text}"
        );
    }
    let description = "\u{1b}[2J".repeat(10_000);
    let spec = tool("t").with_description(&description);
    assert!(format!("{spec:?}").len() < 500);
    let prompt = format!("{:?}", Prompt::new("p").with_title("ti\u{1b}tle").with_description(&*description));
    assert!(prompt.len() < 500 && prompt.contains(r#""ti\u{1b}tle""#), "{prompt}");
    let generation = builder().tool(spec).build().unwrap();
    for text in [format!("{generation:?}"), format!("{:?}", generation.tools())] {
        assert!(text.len() < 1_000 && !text.contains('\u{1b}'), "{text}");
    }
}
