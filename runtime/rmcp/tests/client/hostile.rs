//! Servers that mean harm: each ends within its bounds, by the error that names it, and with no generation.

use wayleave::catalog::{
    BindingName, Current, Defect, DiscoverError, Family, IdentifierFault, OverLimit, Tolerances,
};
use wayleave_rmcp::client::{Client, ClientError};

use crate::harness::{Script, TOOLS, binding, cause, discovered, list_of, names, options};

fn item(name: &str) -> String {
    format!(r#"{{"name":{},"inputSchema":{{}}}}"#, serde_json::Value::from(name))
}

/// What discovery comes to with a server that answers so, and how many requests that took.
async fn met(
    answer: impl FnMut(&str, Option<&str>) -> String + Send + 'static,
) -> (Result<wayleave::catalog::Generation, DiscoverError>, usize) {
    let (client, script) = Script::modern(TOOLS, options()).await;
    let server = tokio::spawn(script.serve(answer));
    let outcome = discovered(&client).await;
    client.close().await;
    (outcome, server.await.unwrap())
}

fn defect(outcome: Result<wayleave::catalog::Generation, DiscoverError>) -> Defect {
    match outcome {
        Err(DiscoverError::Defect(error)) => error.defect(),
        other => panic!("{other:?}"),
    }
}

fn over(outcome: Result<wayleave::catalog::Generation, DiscoverError>) -> OverLimit {
    match outcome {
        Err(DiscoverError::OverLimit(error)) => error.what(),
        other => panic!("{other:?}"),
    }
}

// C11
#[tokio::test(start_paused = true)]
async fn a_cursor_that_comes_again_is_a_defect() {
    let (outcome, requests) = met(|_, _| list_of(&[], Some("again"))).await;
    assert_eq!((defect(outcome), requests), (Defect::RepeatedCursor, 2));
    let (outcome, requests) =
        met(|_, cursor| list_of(&[], Some(if cursor == Some("A") { "B" } else { "A" }))).await;
    assert_eq!((defect(outcome), requests), (Defect::RepeatedCursor, 3));
}

// C11
#[tokio::test(start_paused = true)]
async fn pages_without_end_are_over_the_limit() {
    let mut page = 0;
    let endless = move |_: &str, _: Option<&str>| {
        page += 1;
        list_of(&[], Some(&page.to_string()))
    };
    let (outcome, requests) = met(endless).await;
    assert_eq!((over(outcome), requests), (OverLimit::CatalogPages, 1_000));
}

// C11
#[tokio::test(start_paused = true)]
async fn an_empty_cursor_is_one_in_the_newest_revision_only() {
    let (outcome, requests) = met(|_, cursor| list_of(&[], cursor.is_none().then_some(""))).await;
    assert!(outcome.is_ok());
    assert_eq!(requests, 2);
    let (outcome, _) = met(|_, _| list_of(&[], Some(""))).await;
    assert_eq!(defect(outcome), Defect::RepeatedCursor);

    let (client, script) = Script::older(TOOLS, options()).await;
    let server = tokio::spawn(script.serve(|_, _| list_of(&[], Some(""))));
    assert!(discovered(&client).await.is_ok());
    client.close().await;
    assert_eq!(server.await.unwrap(), 1);
}

// C11
#[tokio::test(start_paused = true)]
async fn a_long_cursor_is_a_defect() {
    let (outcome, _) = met(|_, _| list_of(&[], Some(&"c".repeat(4_097)))).await;
    assert_eq!(defect(outcome), Defect::CursorTooLong { bytes: 4_097 });
}

// C11
#[tokio::test(start_paused = true)]
async fn items_without_end_are_over_the_limit() {
    let mut page = 0;
    let endless = move |_: &str, _: Option<&str>| {
        page += 1;
        let items: Vec<_> = (0..500).map(|index| item(&format!("t{page}-{index}"))).collect();
        list_of(&items, Some(&page.to_string()))
    };
    let (outcome, requests) = met(endless).await;
    assert_eq!((over(outcome), requests), (OverLimit::CatalogItems, 21));
}

// C4, C5
#[tokio::test(start_paused = true)]
async fn names_that_are_none_are_left_out_and_named() {
    let items = [item("bell\u{7}"), item(&"n".repeat(513)), item(""), item(&"n".repeat(512))];
    let (outcome, _) = met(move |_, _| list_of(&items[..3], None)).await;
    let generation = outcome.unwrap();
    assert_eq!((generation.tools().len(), generation.warnings_total()), (0, 3));
    let text = generation.warnings()[0].text();
    assert!(text.contains("item 0") && text.contains(r"\u{7}") && !text.contains('\u{7}'), "{text}");
    let too_long = IdentifierFault::TooLong { bytes: 513 }.to_string();
    assert!(generation.warnings()[1].text().contains(&too_long));
}

// C7, C8
#[tokio::test(start_paused = true)]
async fn names_equal_after_sanitising_stay_two() {
    let items = [item("a b"), item("a.b")];
    let (client, script) = Script::modern(TOOLS, options()).await;
    tokio::spawn(script.serve(move |_, _| list_of(&items, None)));
    let strict = discovered(&client).await;
    assert_eq!(defect(strict), Defect::NameNotNormalized);
    let discovery = client
        .discovery(&binding())
        .tolerances(Tolerances { display_name_normalization: true, ..Tolerances::NONE });
    let clock = wayleave::clock::TokioClock::new();
    let generation = wayleave::catalog::discover(&client, &discovery, &clock).await.unwrap();
    let names: Vec<_> = generation.tools().iter().map(|tool| tool.model_name().to_owned()).collect();
    assert!(
        names[0] != names[1] && names.iter().all(|name| name.starts_with("mcp__hall__a_b_")),
        "{names:?}"
    );
}

// C3
#[tokio::test(start_paused = true)]
async fn a_deep_schema_is_refused_before_it_is_parsed() {
    let deep = format!("{}{}", r#"{"a":"#.repeat(100_000), "1");
    let (outcome, _) =
        met(move |_, _| list_of(&[format!(r#"{{"name":"a","inputSchema":{deep}}}"#)], None)).await;
    assert!(matches!(cause(&outcome.unwrap_err()), ClientError::TooDeep { limit: 128 }));

    let levels = |levels: usize| {
        let schema = format!("{}1{}", r#"{"a":"#.repeat(levels), "}".repeat(levels));
        list_of(&[format!(r#"{{"name":"a","inputSchema":{schema}}}"#)], None)
    };
    assert!(met(move |_, _| levels(64)).await.0.is_ok());
    assert!(matches!(defect(met(move |_, _| levels(65)).await.0), Defect::InputSchema(_)));
}

// C1: no generation, and the one before stays.
#[tokio::test(start_paused = true)]
async fn nothing_half_is_adopted() {
    let (client, script) = Script::modern(TOOLS, options()).await;
    let mut walks = 0;
    tokio::spawn(script.serve(move |_, cursor| {
        walks += usize::from(cursor.is_none());
        match (walks, cursor) {
            (1, _) => list_of(&[item("a")], None),
            (_, None) => list_of(&[item("b")], Some("more")),
            _ => "7".to_owned(),
        }
    }));
    let current = Current::new(BindingName::new("hall").unwrap());
    let (discovery, clock) = (client.discovery(&binding()), wayleave::clock::TokioClock::new());
    current.refresh(&client, &discovery, &clock).await.unwrap();
    assert!(current.refresh(&client, &discovery, &clock).await.is_err());
    let kept = current.generation().unwrap();
    assert_eq!((kept.number(), names(&kept)), (1, vec!["a".to_owned()]));
    assert_eq!(Family::Tools.as_str(), "tools");
}

// C3
#[tokio::test(start_paused = true)]
async fn what_a_server_says_of_itself_is_bounded() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for capabilities in [format!(r#"{{"a":{deep}}}"#), format!(r#"{{"a":"{}"}}"#, "x".repeat(1 << 20))] {
        let ((read, write), mut script) = crate::harness::pair();
        let server = async {
            let request = script.expect("server/discover").await;
            let versions = r#""supportedVersions":["2026-07-28"]"#;
            let result = format!(r#"{{{versions},"capabilities":{capabilities}}}"#);
            let _ = tokio::time::timeout(std::time::Duration::from_secs(1), script.answer(&request, &result))
                .await;
        };
        let (client, ()) = tokio::join!(Client::over(read, write, options()), server);
        let error = client.unwrap_err();
        assert!(matches!(error, ClientError::TooDeep { .. } | ClientError::Handshake(_)), "{error:?}");
    }
}
