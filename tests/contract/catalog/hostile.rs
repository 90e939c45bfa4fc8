//! Servers that mean harm: each ends within its bounds, with a named error and no generation (C3, C11).

use std::time::Duration;

use wayleave::catalog::{
    Defect, DiscoverError, Discovery, Family, JsonFault, Limits, OverLimit, SchemaFault,
};

use super::harness::{
    Answer, NEW, OLD, Server, TOOLS, binding, handshake, item, one_page, page, run, tools_of,
};

fn defect(error: DiscoverError) -> Defect {
    match error {
        DiscoverError::Defect(error) => error.defect(),
        other => panic!("{other:?}"),
    }
}

fn over(error: DiscoverError) -> OverLimit {
    match error {
        DiscoverError::OverLimit(error) => error.what(),
        other => panic!("{other:?}"),
    }
}

/// The error of a server with these cursors, of both revisions.
fn walk(cursor: impl Fn(usize) -> String + Send + Sync) -> DiscoverError {
    let answer = |call: usize, _: Option<&str>| page(Family::Tools, &[], Some(&cursor(call)));
    let old = tools_of(OLD, Limits::default(), answer).unwrap_err();
    let new = tools_of(NEW, Limits::default(), answer).unwrap_err();
    assert_eq!(old.to_string(), new.to_string());
    new
}

// C11
#[test]
fn a_cursor_that_repeats() {
    assert_eq!(defect(walk(|_| "again".to_owned())), Defect::RepeatedCursor);
}

// C11
#[test]
fn cursors_that_alternate() {
    assert_eq!(defect(walk(|call| ["A", "B"][call % 2].to_owned())), Defect::RepeatedCursor);
    // Also many pages back.
    assert_eq!(defect(walk(|call| (call % 900).to_string())), Defect::RepeatedCursor);
}

// C11
#[test]
fn cursors_that_never_end() {
    assert_eq!(over(walk(|call| call.to_string())), OverLimit::CatalogPages);
}

// C11
#[test]
fn an_empty_cursor_again_and_again() {
    let answer = |_: usize, _: Option<&str>| page(Family::Tools, &[], Some(""));
    assert_eq!(defect(tools_of(NEW, Limits::default(), answer).unwrap_err()), Defect::RepeatedCursor);
    assert!(tools_of(OLD, Limits::default(), answer).is_ok(), "it ends the list");
}

// C3
#[test]
fn a_cursor_that_is_too_long() {
    let next = |bytes: usize| {
        move |call: usize, _: Option<&str>| {
            page(Family::Tools, &[], (call == 0).then(|| "x".repeat(bytes)).as_deref())
        }
    };
    assert!(tools_of(NEW, Limits::default(), next(4096)).is_ok());
    let error = tools_of(NEW, Limits::default(), next(4097)).unwrap_err();
    assert_eq!(defect(error), Defect::CursorTooLong { bytes: 4097 });
}

// C3, C11: in one page, and in many
#[test]
fn ten_million_items() {
    let text = format!("{{\"tools\":[{}1]}}", "1,".repeat(10_000_000));
    let limits = || Limits { page_bytes: usize::MAX, total_bytes: usize::MAX, ..Limits::default() };
    let answer = |_: usize, _: Option<&str>| Answer::Page(text.clone());
    assert_eq!(over(tools_of(NEW, limits(), answer).unwrap_err()), OverLimit::CatalogItems);
    // With the usual limits the page is not even looked at.
    assert_eq!(over(tools_of(NEW, Limits::default(), answer).unwrap_err()), OverLimit::CatalogBytes);

    let items: Vec<String> = (0..1_000).map(|_| "{}".to_owned()).collect();
    let many = |call: usize, _: Option<&str>| page(Family::Tools, &items, Some(&call.to_string()));
    assert_eq!(over(tools_of(NEW, Limits::default(), many).unwrap_err()), OverLimit::CatalogItems);
}

// C3
#[test]
fn a_schema_100_000_deep() {
    for (open, close) in [("{\"a\":", "}"), ("[", "]")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let tool = format!(r#"{{"name":"deep","inputSchema":{deep}}}"#);
        let error = one_page(&[item("good"), tool]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "catalog: tools: \"deep\": the input schema is not valid: it is nested deeper than 64 levels"
        );
        let too_deep = SchemaFault::Json(JsonFault::TooDeep { limit: 64 });
        assert_eq!(defect(error), Defect::InputSchema(too_deep));
        // Where it is not kept, it does no harm.
        let meta = format!(r#"{{"name":"meta","inputSchema":{{}},"_meta":{deep},"icons":{deep}}}"#);
        assert_eq!(one_page(&[meta]).unwrap().tools().len(), 1);
    }
}

// C3
#[test]
fn a_schema_without_end() {
    let endless = format!("{{\"title\":\"{}\"}}", "x".repeat(2 * 1024 * 1024));
    let error = one_page(&[format!(r#"{{"name":"endless","inputSchema":{endless}}}"#)]).unwrap_err();
    assert!(matches!(defect(error), Defect::InputSchema(SchemaFault::TooLarge { .. })));
    // One that never closes is no page.
    let answer = |_: usize, _: Option<&str>| {
        Answer::Page(format!("{{\"tools\":[{{\"inputSchema\":{}", "{\"a\":".repeat(1_000_000)))
    };
    assert_eq!(defect(tools_of(NEW, Limits::default(), answer).unwrap_err()), Defect::MalformedPage);
}

// C4, C5, C7
#[test]
fn names_of_all_kinds() {
    let (fits, long) = ("x".repeat(512), "x".repeat(513));
    let names = ["a\nb", "a\u{0}", "\u{85}", &long, "", &fits, "a.b", "a b", "a\u{202e}b"];
    let generation = one_page(&names.map(item)).unwrap();
    let kept: Vec<&str> = generation.tools().iter().map(|tool| tool.raw_name()).collect();
    assert_eq!(kept, ["a b", "a.b", "a\u{202e}b", &fits]);
    let model: std::collections::HashSet<&str> =
        generation.tools().iter().map(|tool| tool.model_name()).collect();
    assert_eq!(model.len(), 4);
    // Strictly taken, names that are equal for a model reject all.
    let server = Server::new(|family, _, _: Option<&str>| page(family, &["a.b", "a b"].map(item), None));
    let error = run(&server, &Discovery::new(binding(), handshake(NEW, TOOLS))).unwrap_err();
    assert_eq!(defect(error), Defect::NameNotNormalized);
}

// C11
#[test]
fn a_server_that_hangs() {
    let limits = Limits { page_timeout: Duration::from_secs(7), ..Limits::default() };
    let answer = |call: usize, _: Option<&str>| match call {
        0 | 1 => page(Family::Tools, &[item(&format!("t{call}"))], Some(&call.to_string())),
        _ => Answer::Hangs,
    };
    let error = tools_of(NEW, limits, answer).unwrap_err();
    assert!(matches!(error, DiscoverError::Timeout { family: Family::Tools, page: 2 }), "{error:?}");
}

// C3: text that a log or a terminal would be hurt by
#[test]
fn errors_and_warnings_are_safe_to_show() {
    let nasty = "\u{1b}]0;x\u{7}\u{202e}\u{e0041}".repeat(1_000);
    let quoted = serde_json::json!(nasty);
    let safe =
        |text: &str| text.len() <= 1_100 && !text.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{e0041}']);
    let items = [
        format!(r#"{{"name":{quoted},"inputSchema":{{}}}}"#),
        format!(r#"{{"name":"a","inputSchema":{{}},"title":{quoted},"description":{quoted}}}"#),
    ];
    let generation = one_page(&items).unwrap();
    assert!(generation.warnings().len() >= 3);
    for warning in generation.warnings() {
        assert!(safe(&warning.to_string()) && safe(&format!("{warning:?}")), "{warning}");
    }
    let twice = [format!(r#"{{"name":{quoted},"inputSchema":{}}}"#, "[".repeat(100) + &"]".repeat(100))];
    let generation = one_page(&twice);
    assert!(generation.is_ok_and(|generation| safe(&generation.warnings()[0].to_string())));
}
