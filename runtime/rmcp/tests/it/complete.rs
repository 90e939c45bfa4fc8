//! Completion of variables (G27).

use serde_json::{Value, json};

use crate::harness::{CANARY, Hall, Revision, Rule, Scene, Served, Wire, family};

const COMPLETE: &str = "completion/complete";
const DESK: &str = "hall://room/{room}/desk/{desk}";

fn ask(template: &str, variable: &str, value: &str) -> Value {
    json!({
        "ref": { "type": "ref/resource", "uri": template },
        "argument": { "name": variable, "value": value },
    })
}

/// A family with as many values as a test types.
fn many() -> Scene {
    let many = Served::text("").completing(|_, value, _| {
        let count: usize = value.parse().unwrap();
        (0..count).map(|n| n.to_string()).collect()
    });
    Hall::new().serve(family("many", "hall://many/{n}"), many).open()
}

async fn completion(wire: &mut Wire, params: Value) -> Value {
    wire.request(COMPLETE, params).await.result()["completion"].clone()
}

#[tokio::test(start_paused = true)]
async fn completes_with_the_values_chosen_for_others() {
    for revision in Revision::ALL {
        let mut wire = Hall::new().open().connect(revision).await;
        let mut params = ask(DESK, "desk", "a");
        params["context"] = json!({ "arguments": { "room": "blue" } });
        let chosen = completion(&mut wire, params).await;
        let values = json!(["desk-blue-a1", "desk-blue-a2", "desk-blue-a3"]);
        assert_eq!(chosen, json!({ "values": values, "total": 3, "hasMore": false }));
        let alone = completion(&mut wire, ask(DESK, "room", "")).await;
        assert_eq!(alone["values"][0], "room--1");
    }
}

#[tokio::test(start_paused = true)]
async fn says_how_many_there_are_only_where_it_knows() {
    let mut wire = many().connect(Revision::July2026).await;
    let all = completion(&mut wire, ask("hall://many/{n}", "n", "100")).await;
    assert_eq!((&all["total"], &all["hasMore"]), (&json!(100), &json!(false)));
    let more = completion(&mut wire, ask("hall://many/{n}", "n", "101")).await;
    assert_eq!((more["values"].as_array().unwrap().len(), &more["hasMore"]), (100, &json!(true)));
    assert!(more.get("total").is_none());
    let none = completion(&mut wire, ask("hall://many/{n}", "n", "0")).await;
    assert_eq!(none, json!({ "values": [], "total": 0, "hasMore": false }));
}

#[tokio::test(start_paused = true)]
async fn what_is_unknown_and_what_is_denied_are_one_answer() {
    for revision in Revision::ALL {
        let scene = many();
        scene.house.rule("guest", "many", Rule::Undiscovered);
        let mut wire = scene.connect(revision).await;
        let long = format!("hall://{}/{{x}}", "a".repeat(5000));
        let prompt = json!({
            "ref": { "type": "ref/prompt", "name": "greet" },
            "argument": { "name": "who", "value": "" },
        });
        let unknown = [
            ask("hall://nowhere/{x}", "x", ""),
            ask(DESK, "chair", ""),
            ask("hall://welcome", "x", ""),
            ask("hall://many/{n}", "n", "1"),
            ask(&long, "x", ""),
            prompt,
        ];
        for params in unknown {
            let answer = wire.request(COMPLETE, params).await;
            let told = json!({ "code": -32602, "message": "Unknown template or variable." });
            assert_eq!(*answer.error(), told);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_failing_hook_is_internal() {
    // G18
    let mut wire = Hall::new().open().connect(Revision::November2025).await;
    let answer = wire.request(COMPLETE, ask(DESK, "desk", CANARY)).await;
    assert_eq!(*answer.error(), json!({ "code": -32603, "message": "The request could not be answered." }));
}
