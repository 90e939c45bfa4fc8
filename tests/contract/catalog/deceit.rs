//! Texts that deceive a reader raise warnings, and nothing else (C3).

use wayleave::catalog::{
    Builder, Generation, Prompt, PromptArgument, Resource, ServerIdentity, Tolerances, ToolSpec, WarningKind,
};

use super::harness::{ALL, NEW, binding, builder, handshake, of_tools, tool};

fn warnings(generation: &Generation, kind: WarningKind) -> Vec<String> {
    let of_kind = generation.warnings().iter().filter(|warning| warning.kind() == kind);
    of_kind.map(ToString::to_string).collect()
}

// C3
#[test]
fn hidden_characters_are_told_of_wherever_they_are() {
    let schema = "{\"properties\":{\"a\":{\"description\":\"x\\u202ey\"}}}";
    let handshake = handshake(NEW, ALL)
        .with_server(ServerIdentity::new("wi\u{200b}ki", "1"))
        .with_instructions("Be good.\u{2066}");
    let generation = Builder::new(binding(), handshake)
        .tolerances(Tolerances::ALL)
        .tools([
            tool("na\u{ad}me"),
            tool("title").with_title("a\u{202e}b"),
            tool("text").with_description("Reads. \u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}"),
            ToolSpec::new("schema").with_input_schema(schema),
        ])
        .prompts([Prompt::new("p").with_arguments([PromptArgument::new("a").with_description("\u{1b}[8m")])])
        .resources([Resource::new("a://b\u{200f}", "n\u{feff}")])
        .build()
        .unwrap();
    assert_eq!(
        warnings(&generation, WarningKind::DeceivingText),
        [
            "the server's name holds 1 zero-width character",
            "the server's instructions holds 1 bidirectional control",
            "tools: \"na\\u{ad}me\": name holds 1 zero-width character",
            "tools: \"schema\": inputSchema holds 1 bidirectional control",
            "tools: \"text\": description holds 6 tag characters; what is hidden reads \"Ignore\"",
            "tools: \"title\": title holds 1 bidirectional control",
            "prompts: \"p\": arguments.description holds 1 control character",
            "resources: \"a://b\\u{200f}\": name holds 1 bidirectional control",
            "resources: \"a://b\\u{200f}\": name holds 1 zero-width character",
        ]
    );
    // The texts themselves are kept as they were sent.
    assert_eq!(generation.tool_by_raw_name("title").unwrap().title(), Some("a\u{202e}b"));
}

// C3
#[test]
fn honest_texts_raise_nothing() {
    let generation = builder()
        .tools([
            tool("a").with_title("Größe 日本語").with_description("Line.\nItem:\t❤️ 👩‍👩‍👧 1️⃣ می‌خواهم"),
            ToolSpec::new("b").with_input_schema(r#"{"description":"é \u00e9 😀"}"#),
        ])
        .build()
        .unwrap();
    assert_eq!(generation.warnings(), []);
}

// C3: a name or a title is one line, a description and instructions may have several
#[test]
fn only_prose_has_lines() {
    let lines = "two\nlines";
    let handshake = handshake(NEW, ALL)
        .with_server(ServerIdentity::new("wiki", "1").with_title(lines).with_description(lines))
        .with_instructions(lines);
    let generation = Builder::new(binding(), handshake)
        .tool(tool("t").with_title(lines).with_description(lines))
        .prompts([Prompt::new("p").with_title(lines).with_description(lines)])
        .build()
        .unwrap();
    assert_eq!(
        warnings(&generation, WarningKind::DeceivingText),
        [
            "the server's title holds 1 control character",
            "tools: \"t\": title holds 1 control character",
            "prompts: \"p\": title holds 1 control character",
        ]
    );
}

// C3
#[test]
fn names_that_look_alike() {
    let generation = of_tools(&["paypal", "paypa1", "раураl", "search"]);
    assert_eq!(
        warnings(&generation, WarningKind::LookAlike),
        ["tools: \"paypal\" looks like \"paypa1\"", "tools: \"раураl\" looks like \"paypa1\""]
    );
    let prompts = builder().prompts([Prompt::new("café"), Prompt::new("cafe\u{301}"), Prompt::new("cafè")]);
    assert_eq!(
        warnings(&prompts.build().unwrap(), WarningKind::LookAlike),
        ["prompts: \"café\" looks like \"cafe\\u{301}\""]
    );
    // A tool and a prompt are no set.
    let apart = builder().tool(tool("paypal")).prompts([Prompt::new("paypa1")]).build().unwrap();
    assert_eq!(warnings(&apart, WarningKind::LookAlike), [""; 0]);
}
