//! The two listings (G24, G25, G29).

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{
    Gate, Hall, Message, Revision, Rule, Scene, Served, Wire, exact, family, settle, welcome,
};

const LIST: &str = "resources/list";
const TEMPLATES: &str = "resources/templates/list";

/// Five resources and five families, two on a page.
fn pages() -> Scene {
    let hall = (0..5).rev().fold(Hall::empty(), |hall, n| {
        hall.serve(exact(&format!("r{n}"), &format!("hall://r/{n}")), Served::text(""))
            .serve(family(&format!("t{n}"), &format!("hall://t{n}/{{x}}")), Served::text(""))
    });
    hall.build(|limits| limits.page_size = 2)
}

async fn walk(wire: &mut Wire, method: &str) -> Vec<Message> {
    let mut pages = vec![wire.request(method, json!({})).await];
    while let Some(cursor) = pages.last().unwrap().result()["nextCursor"].as_str() {
        let params = json!({ "cursor": cursor });
        pages.push(wire.request(method, params).await);
    }
    pages
}

fn names(pages: &[Message], family: &str) -> Vec<Vec<String>> {
    let of = |page: &Message| -> Vec<String> {
        let items = page.result()[family].as_array().unwrap();
        items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
    };
    pages.iter().map(of).collect()
}

#[tokio::test(start_paused = true)]
async fn walks_both_lists_page_by_page() {
    // G24
    for revision in Revision::ALL {
        let mut wire = pages().connect(revision).await;
        let resources = walk(&mut wire, LIST).await;
        assert_eq!(names(&resources, "resources"), [vec!["r0", "r1"], vec!["r2", "r3"], vec!["r4"]]);
        let templates = walk(&mut wire, TEMPLATES).await;
        assert_eq!(names(&templates, "resourceTemplates"), [vec!["t0", "t1"], vec!["t2", "t3"], vec!["t4"]]);
    }
}

#[tokio::test(start_paused = true)]
async fn no_cursor_is_the_first_page() {
    // G24
    let mut wire = pages().connect(Revision::June2025).await;
    let null = wire.request(LIST, json!({ "cursor": null })).await;
    assert_eq!(null.result()["resources"][0]["name"], "r0");
}

#[tokio::test(start_paused = true)]
async fn descriptions_go_out_as_they_are() {
    let welcome = welcome();
    let everything = serde_json::to_value(&welcome).unwrap();
    let mut family = wayleave::Definition::builder("family")
        .uri_template("hall://family/{x}")
        .title("Family")
        .description("Each of them.")
        .mime_type("text/plain")
        .annotations(welcome.annotations().clone())
        .meta(welcome.meta().clone());
    for icon in welcome.icons() {
        family = family.icon(icon.clone());
    }
    let family = family.build().unwrap();
    for revision in Revision::ALL {
        let hall = Hall::empty()
            .serve(welcome.clone(), Served::text(""))
            .serve(exact("plain", "hall://plain"), Served::text(""))
            .serve(family.clone(), Served::text(""));
        let mut wire = hall.open().connect(revision).await;
        let resources = wire.request(LIST, json!({})).await;
        let templates = wire.request(TEMPLATES, json!({})).await;

        let listed = resources.result()["resources"].as_array().unwrap();
        assert_eq!(listed[0], json!({ "uri": "hall://plain", "name": "plain" }));
        assert_eq!(listed[1], everything);
        assert_eq!(templates.result()["resourceTemplates"][0], serde_json::to_value(&family).unwrap());
        // Numbers and characters are spelled as they were, too.
        assert!(resources.line.contains(r#""priority":0.9"#), "{}", resources.line);
        assert!(resources.line.contains(r#""_meta":{"hall.example/floor":1.5,"n":[null,true,"é\u0001"]}"#));
    }
}

#[tokio::test(start_paused = true)]
async fn every_page_asks_the_policy() {
    // G24
    let scene = pages();
    let mut wire = scene.connect(Revision::July2026).await;
    let first = wire.request(LIST, json!({})).await;
    scene.house.rule("guest", "r2", Rule::Undiscovered);
    let second = wire.request(LIST, json!({ "cursor": first.result()["nextCursor"] })).await;
    assert_eq!(names(&[second], "resources"), [["r3", "r4"]]);
}

#[tokio::test(start_paused = true)]
async fn bad_cursors_are_invalid_params_and_nothing_more() {
    // G25
    for revision in Revision::ALL {
        let scene = pages();
        let mut wire = scene.connect(revision).await;
        let good = wire.request(LIST, json!({})).await.result()["nextCursor"].as_str().unwrap().to_owned();
        let mut altered = good.clone().into_bytes();
        altered[9] ^= 1;
        let altered = String::from_utf8(altered).unwrap();
        let mut elsewhere = Hall::empty().serve(exact("one", "hall://1"), Served::text(""));
        elsewhere = elsewhere.serve(exact("two", "hall://2"), Served::text(""));
        let elsewhere = elsewhere.build(|limits| limits.page_size = 1);
        let foreign = elsewhere.connect(revision).await.request(LIST, json!({})).await;
        let foreign = foreign.result()["nextCursor"].as_str().unwrap().to_owned();

        let too_long = "A".repeat(4097);
        let cases: [(&str, &str); 7] = [
            ("", LIST),
            ("%%", LIST),
            ("A", LIST),
            (&altered, LIST),
            (&too_long, LIST),
            (&foreign, LIST),
            (&good, TEMPLATES),
        ];
        let mut errors = Vec::new();
        for (cursor, method) in cases {
            errors.push(wire.request(method, json!({ "cursor": cursor })).await.error().clone());
        }
        wire.caller("thief");
        errors.push(wire.request(LIST, json!({ "cursor": good })).await.error().clone());
        wire.caller("guest");
        assert_eq!(
            wire.request(LIST, json!({ "cursor": good })).await.result()["resources"][0]["name"],
            "r2"
        );
        scene.clock.advance(Duration::from_secs(600));
        errors.push(wire.request(LIST, json!({ "cursor": good })).await.error().clone());

        for error in errors {
            assert_eq!(error, json!({ "code": -32602, "message": "The cursor is not valid." }));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_walk_goes_on_at_a_replica_with_the_same_keys() {
    // G25, G26
    let (one, two) = (pages(), pages());
    let cursor = one.connect(Revision::July2026).await.request(LIST, json!({})).await;
    let cursor = &cursor.result()["nextCursor"];
    let next = two.connect(Revision::June2025).await.request(LIST, json!({ "cursor": cursor })).await;
    assert_eq!(next.result()["resources"][0]["name"], "r2");
}

fn hints(result: &Value) -> (&Value, &Value) {
    (&result["ttlMs"], &result["cacheScope"])
}

#[tokio::test(start_paused = true)]
async fn one_cache_scope_for_all_pages() {
    // G29
    for open in [false, true] {
        let scene = pages();
        scene.house.set_open(open);
        let mut wire = scene.connect(Revision::July2026).await;
        let scope = json!(if open { "public" } else { "private" });
        for method in [LIST, TEMPLATES] {
            for page in walk(&mut wire, method).await {
                assert_eq!(hints(page.result()), (&json!(0), &scope));
                assert_eq!(page.result()["resultType"], "complete");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_page_is_for_everyone_only_if_the_policy_was_open_all_along() {
    // G29
    for before in [false, true] {
        let gate = Gate::closed();
        let scene = pages();
        scene.house.set_open(before);
        scene.house.gate_discovery(gate.clone());
        let mut wire = scene.connect(Revision::July2026).await;
        let id = wire.begin(LIST, json!({})).await;
        settle().await;
        scene.house.set_open(!before);
        gate.open(10);
        assert_eq!(wire.answer(id).await.result()["cacheScope"], "private");
    }
}

#[tokio::test(start_paused = true)]
async fn older_revisions_know_no_cache_hints() {
    for revision in Revision::OLDER {
        let mut wire = pages().connect(revision).await;
        for page in walk(&mut wire, LIST).await {
            let keys: Vec<&String> = page.result().as_object().unwrap().keys().collect();
            assert!(keys.iter().all(|key| ["nextCursor", "resources"].contains(&key.as_str())), "{keys:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn other_failures_are_internal_and_say_nothing() {
    // G18, G24, G25
    for (what, rule) in [("r3", Rule::Fails), ("*", Rule::NoScope)] {
        let scene = pages();
        scene.house.rule("guest", what, rule);
        for revision in Revision::ALL {
            let mut wire = scene.connect(revision).await;
            let params = match what {
                "*" => json!({}),
                _ => {
                    scene.house.forget_rules();
                    let first = wire.request(LIST, json!({})).await;
                    scene.house.rule("guest", what, rule);
                    json!({ "cursor": first.result()["nextCursor"] })
                }
            };
            let answer = wire.request(LIST, params).await;
            assert_eq!(
                *answer.error(),
                json!({ "code": -32603, "message": "The request could not be answered." })
            );
        }
    }
}
