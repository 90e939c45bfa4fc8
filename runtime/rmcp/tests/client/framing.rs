//! Lines, answers that cross, and calls that are called off.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use wayleave::catalog::{DiscoverError, Family, Limits, Lister, Warning, WarningKind};
use wayleave_rmcp::client::ClientError;

use crate::harness::{Script, TOOLS, cause, discovered, discovered_within, list_of, options, settle};

const EMPTY: &str = r#"{"tools":[]}"#;

// C12: what a server writes is what is digested, down to its spaces.
#[tokio::test(start_paused = true)]
async fn schemas_come_through_byte_for_byte() {
    let schema = r#"{ "type":"object" , "x":1.50e2,"\u0061":"\/\u00e9é" }"#;
    let (client, script) = Script::modern(TOOLS, options()).await;
    let items = [format!(r#"{{"name":"a","inputSchema":{schema}}}"#)];
    tokio::spawn(script.serve(move |_, _| list_of(&items, None)));
    let generation = discovered(&client).await.unwrap();
    let schemas: Vec<_> =
        generation.tools().iter().map(|tool| tool.input_schema().as_str().to_owned()).collect();
    assert_eq!(schemas, [schema]);
}

#[tokio::test(start_paused = true)]
async fn answers_may_cross() {
    let (client, mut script) = Script::modern(r#"{"tools":{},"prompts":{}}"#, options()).await;
    let server = async {
        let tools = script.expect("tools/list").await;
        let prompts = script.expect("prompts/list").await;
        script.answer(&prompts, r#"{"prompts":[]}"#).await;
        script.answer(&tools, EMPTY).await;
    };
    let (tools, prompts, ()) = tokio::join!(client.tools(None), client.prompts(None), server);
    assert!(format!("{:?}", tools.unwrap()).contains("tools"));
    assert!(format!("{:?}", prompts.unwrap()).contains("prompts"));
}

#[tokio::test(start_paused = true)]
async fn other_lines_and_other_messages_are_passed_over() {
    let (client, mut script) = Script::older(TOOLS, options()).await;
    let server = async {
        let request = script.expect("tools/list").await;
        script.say("Server listening [[[[ \"").await;
        script.say("").await;
        script.write(b"\r\n").await.unwrap();
        script.say(r#"{"jsonrpc":"2.0","id":999,"result":{}}"#).await;
        script.say(r#"{"jsonrpc":"2.0","id":"1","result":{}}"#).await;
        script.say(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#).await;
        script.say(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#).await;
        script.say(r#"{"jsonrpc":"2.0","id":5,"method":"sampling/createMessage","params":{}}"#).await;
        script.answer(&request, EMPTY).await;
        assert_eq!(script.next().await.unwrap(), json!({ "jsonrpc": "2.0", "id": "p", "result": {} }));
        let refused = script.next().await.unwrap();
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(5), &json!(-32601)));
    };
    let (page, ()) = tokio::join!(client.tools(None), server);
    assert!(page.is_ok());
}

#[tokio::test(start_paused = true)]
async fn what_looks_like_a_message_and_is_none_ends_the_connection() {
    for line in ["{", "{}", r#"{"id":1,"id":2,"result":{}}"#, r#"{"id":1,"result":{}} {}"#] {
        let (client, mut script) = Script::older(TOOLS, options()).await;
        let server = async {
            script.expect("tools/list").await;
            script.say(line).await;
        };
        let (page, ()) = tokio::join!(client.tools(None), server);
        assert!(matches!(page, Err(ClientError::Malformed)), "{line}: {page:?}");
        assert!(matches!(client.tools(None).await, Err(ClientError::Malformed)), "{line}");
        assert!(script.next().await.is_none(), "{line}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_takes_too_long_is_called_off() {
    let (client, mut script) = Script::older(TOOLS, options().call_timeout(Duration::from_secs(4))).await;
    let began = Instant::now();
    assert!(matches!(client.tools(None).await, Err(ClientError::Timeout)));
    assert_eq!(began.elapsed().as_secs(), 4);
    let request = script.expect("tools/list").await;
    assert_eq!(script.expect("notifications/cancelled").await["params"]["requestId"], request["id"]);
    // The late answer disturbs nobody.
    script.answer(&request, EMPTY).await;
    let server = async {
        let request = script.expect("tools/list").await;
        script.answer(&request, EMPTY).await;
    };
    let (page, ()) = tokio::join!(client.tools(None), server);
    assert!(page.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_read_holds_nobody_up() {
    let (client, _script) = Script::older(TOOLS, options()).await;
    let cursor = "c".repeat(1 << 17);
    for _ in 0..20 {
        assert!(matches!(client.tools(Some(&cursor)).await, Err(ClientError::Timeout)));
    }
}

// C11
#[tokio::test(start_paused = true)]
async fn a_hang_in_the_middle_of_a_page_ends_by_the_pages_time() {
    let (client, mut script) = Script::modern(TOOLS, options()).await;
    let began = Instant::now();
    let server = async {
        let request = script.expect("tools/list").await;
        let start = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"tools":[{{"na"#, request["id"]);
        script.write(start.as_bytes()).await.unwrap();
        settle().await;
    };
    let (outcome, ()) = tokio::join!(discovered(&client), server);
    let error = outcome.unwrap_err();
    assert!(matches!(error, DiscoverError::Timeout { family: Family::Tools, page: 0 }), "{error}");
    assert_eq!(began.elapsed().as_secs(), Limits::default().page_timeout.as_secs());
}

#[tokio::test(start_paused = true)]
async fn a_servers_error_is_told_and_escaped() {
    let (client, mut script) = Script::modern(TOOLS, options()).await;
    let server = async {
        let request = script.expect("tools/list").await;
        script.refuse(&request, -32603, "bad \u{1b}[2J\u{202e}day").await;
    };
    let (outcome, ()) = tokio::join!(discovered(&client), server);
    let error = outcome.unwrap_err();
    let expected = r#"the server answered with error -32603: "bad \u{1b}[2J\u{202e}day""#;
    assert_eq!(cause(&error).to_string(), expected);
}

#[tokio::test(start_paused = true)]
async fn an_end_in_the_middle_of_a_page_is_named() {
    let (client, mut script) = Script::modern(TOOLS, options()).await;
    let server = async move {
        script.expect("tools/list").await;
        script.write(br#"{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#).await.unwrap();
    };
    let (outcome, ()) = tokio::join!(discovered(&client), server);
    assert!(matches!(cause(&outcome.unwrap_err()), ClientError::Closed));
}

#[tokio::test(start_paused = true)]
async fn a_page_that_asks_for_something_is_no_page() {
    let (client, script) = Script::modern(TOOLS, options()).await;
    tokio::spawn(script.serve(|_, _| r#"{"resultType":"input_required","tools":[]}"#.to_owned()));
    let error = discovered(&client).await.unwrap_err();
    assert!(matches!(cause(&error), ClientError::Incomplete));
}

// C11: families that are not advertised are not asked for.
#[tokio::test(start_paused = true)]
async fn only_advertised_families_are_asked_for() {
    let (client, script) = Script::modern(r#"{"prompts":{}}"#, options()).await;
    let server = tokio::spawn(script.serve(|method, _| {
        assert_eq!(method, "prompts/list");
        r#"{"prompts":[]}"#.to_owned()
    }));
    discovered(&client).await.unwrap();
    client.close().await;
    assert_eq!(server.await.unwrap(), 1);
}

// C5, C9
#[tokio::test(start_paused = true)]
async fn one_malformed_item_among_300_is_named_and_the_others_are_there() {
    let (client, script) = Script::modern(TOOLS, options()).await;
    let items: Vec<_> = (0..300)
        .map(|index| match index {
            137 => r#"{"name":"the odd one","inputSchema":"none"}"#.to_owned(),
            _ => format!(r#"{{"name":"t{index:03}","inputSchema":{{}}}}"#),
        })
        .collect();
    tokio::spawn(script.serve(move |_, cursor| match cursor {
        None => list_of(&items[..100], Some("1")),
        Some("1") => list_of(&items[100..200], Some("2")),
        _ => list_of(&items[200..], None),
    }));
    let generation = discovered(&client).await.unwrap();
    assert_eq!(generation.tools().len(), 299);
    assert_eq!(generation.warnings_total(), 1);
    let warning: &Warning = &generation.warnings()[0];
    assert_eq!((warning.kind(), warning.family()), (WarningKind::ItemDropped, Some(Family::Tools)));
    assert!(warning.text().contains("137") && warning.text().contains("the odd one"), "{}", warning.text());
}

// C11
#[tokio::test(start_paused = true)]
async fn what_fits_exactly_comes_through() {
    let bounds = 1_000;
    for (length, fits) in [(bounds, true), (bounds + 1, false)] {
        let (client, mut script) = Script::modern(TOOLS, options().max_message_bytes(bounds)).await;
        let server = async {
            let request = script.expect("tools/list").await;
            let line = format!(r#"{{"id":{},"result":{{"tools":[]}}}}"#, request["id"]);
            script.say(&format!("{line:<length$}")).await;
        };
        let (outcome, ()) = tokio::join!(discovered_within(&client, Limits::default()), server);
        match outcome {
            Ok(_) => assert!(fits),
            Err(error) => {
                assert!(!fits && matches!(cause(&error), ClientError::TooLarge { limit: 1_000 }), "{error}");
            }
        }
    }
}
