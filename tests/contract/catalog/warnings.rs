//! Warnings and decisions: how many are kept, and what they count (C9, C10).

use wayleave::catalog::{Decision, Discovery, Family, MAX_WARNINGS, Tolerances, WARNING_BYTES, WarningKind};

use super::harness::{NEW, Server, binding, builder, handshake, item, of_tools, one_page, page, run, tool};

// C9
#[test]
fn sixty_four_are_kept_and_past_that_the_last_one_counts() {
    for raised in [0, 1, 63, 64, 65, 6_400] {
        let names: Vec<String> = (0..raised).map(|index| format!("t.{index}")).collect();
        let generation = of_tools(&names.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(generation.warnings().len(), raised.min(MAX_WARNINGS));
        assert_eq!(generation.warnings_total(), raised as u64);
        let last = generation.warnings().last();
        let summary = last.filter(|warning| warning.kind() == WarningKind::Summary);
        assert_eq!(
            summary.map(ToString::to_string),
            (raised > 64).then(|| format!("{raised} warnings were raised in all"))
        );
    }
}

// C9: with those that were dropped before
#[test]
fn what_was_dropped_before_counts() {
    let dropped =
        |count| builder().dropped_item(Family::Tools, 7, "no\u{202e} schema").dropped_warnings(count).build();
    let generation = dropped(0).unwrap();
    assert_eq!(generation.warnings().len(), 1);
    assert_eq!(generation.warnings()[0].to_string(), "tools: item 7 is left out: no\\u{202e} schema");
    let generation = dropped(3).unwrap();
    assert_eq!(generation.warnings_total(), 4);
    let [first, last] = generation.warnings() else { panic!("{:?}", generation.warnings()) };
    assert_eq!((first.kind(), last.kind()), (WarningKind::ItemDropped, WarningKind::Summary));
    assert_eq!(last.text(), "4 warnings were raised in all");

    let broken: Vec<String> = (0..1_000).map(|_| "7".to_owned()).chain([item("x.y")]).collect();
    let generation = one_page(&broken).unwrap();
    assert_eq!(generation.warnings_total(), 1_001);
    assert_eq!(generation.warnings().len(), 64);
}

// C9
#[test]
fn a_tool_keeps_its_own() {
    let generation = builder()
        .tolerances(Tolerances::ALL)
        .tools([tool("quiet"), tool("l.oud").with_title("\u{202e}").with_output_schema("1")])
        .build()
        .unwrap();
    assert!(generation.tool_by_raw_name("quiet").unwrap().warnings().is_empty());
    let kinds: Vec<_> = generation
        .tool_by_raw_name("l.oud")
        .unwrap()
        .warnings()
        .iter()
        .map(|warning| warning.kind())
        .collect();
    assert_eq!(
        kinds,
        [WarningKind::OutputSchemaDropped, WarningKind::NameNormalized, WarningKind::DeceivingText]
    );
}

// C9: the first four, of as many as there are
#[test]
fn a_tool_keeps_few() {
    let odd = tool("l.o\u{ad}ud").with_title("\u{202e}").with_description("\u{202e}").with_output_schema("1");
    let generation = builder().tolerances(Tolerances::ALL).tool(odd).build().unwrap();
    assert_eq!(generation.warnings_total(), 5);
    assert_eq!(generation.tools().get(0).unwrap().warnings(), &generation.warnings()[..4]);
}

// C9
#[test]
fn a_warning_is_short() {
    let name = "\u{e0041}".repeat(128);
    let generation = builder()
        .tolerances(Tolerances::ALL)
        .tool(tool(&name).with_description(&format!("\u{1b}{}", "\u{e0042}".repeat(10_000))))
        .build()
        .unwrap();
    assert!(generation.warnings_total() >= 3);
    for warning in generation.warnings() {
        assert!(warning.text().len() <= WARNING_BYTES);
        assert!(!warning.text().contains(['\u{1b}', '\u{e0041}', '\u{e0042}']), "{warning}");
    }
}

// C10
#[test]
fn every_family_has_a_decision() {
    use Decision::{Fetched, SkippedNotAdvertised};
    for (capabilities, expected) in [
        ("{}", [SkippedNotAdvertised; 4]),
        (r#"{"tools":{}}"#, [Fetched, SkippedNotAdvertised, SkippedNotAdvertised, SkippedNotAdvertised]),
        (r#"{"prompts":{}}"#, [SkippedNotAdvertised, Fetched, SkippedNotAdvertised, SkippedNotAdvertised]),
        (r#"{"resources":{}}"#, [SkippedNotAdvertised, SkippedNotAdvertised, Fetched, Fetched]),
        (r#"{"tools":{},"prompts":{},"resources":{}}"#, [Fetched; 4]),
        (r#"{"tools":null,"prompts":true,"logging":{}}"#, [SkippedNotAdvertised; 4]),
    ] {
        let server = Server::new(|family, _, _: Option<&str>| page(family, &[], None));
        let generation = run(&server, &Discovery::new(binding(), handshake(NEW, capabilities))).unwrap();
        let decisions: Vec<_> = generation.decisions().iter().collect();
        assert_eq!(decisions, Family::ALL.into_iter().zip(expected).collect::<Vec<_>>(), "{capabilities}");
        // C11: what is not advertised is not asked for.
        let asked: Vec<Family> = server.calls().into_iter().map(|(family, _)| family).collect();
        let fetched = decisions.into_iter().filter(|(_, decision)| *decision == Fetched);
        assert_eq!(asked, fetched.map(|(family, _)| family).collect::<Vec<_>>());
    }
    assert_eq!(Decision::SkippedNotAdvertised.as_str(), "skipped_not_advertised");
}
