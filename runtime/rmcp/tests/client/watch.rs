//! Changes that a server tells of.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use rmcp::model::ProtocolVersion;
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep},
};
use wayleave::{
    catalog::{Adoption, Current},
    clock::TokioClock,
};
use wayleave_rmcp::client::{Client, ClientError, Watch};

use crate::harness::{Hall, Script, TOOLS, binding, list_of, options, settle};

/// A watch that runs, and what its discoveries came to.
struct Running {
    current: Arc<Current>,
    outcomes: Arc<Mutex<Vec<Result<bool, String>>>>,
    end: JoinHandle<ClientError>,
}

fn watching(client: &Client, watch: Watch) -> Running {
    let (current, outcomes) = (Arc::new(Current::new(binding())), Arc::new(Mutex::new(Vec::new())));
    let (client, of, told) = (client.clone(), Arc::clone(&current), Arc::clone(&outcomes));
    let end = tokio::spawn(async move {
        let discovery = client.discovery(of.binding());
        let tell = |outcome: &Result<Adoption, _>| {
            let outcome = outcome.as_ref().map(Adoption::is_published).map_err(ToString::to_string);
            told.lock().unwrap().push(outcome);
        };
        client.watch(&of, &discovery, &TokioClock::new(), &watch, tell).await
    });
    Running { current, outcomes, end }
}

impl Running {
    fn number(&self) -> Option<u64> {
        self.current.generation().map(|generation| generation.number())
    }

    fn outcomes(&self) -> Vec<Result<bool, String>> {
        self.outcomes.lock().unwrap().clone()
    }
}

const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;

// C1
#[tokio::test(start_paused = true)]
async fn a_change_leads_to_a_generation_in_every_revision() {
    for version in
        [ProtocolVersion::V_2025_06_18, ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28]
    {
        let hall = Hall::new(&["a"]).speaking(version);
        let client = hall.connect(options()).await.unwrap();
        let running = watching(&client, Watch::default());
        settle().await;
        hall.replace(&["a", "b"]);
        sleep(Duration::from_secs(2)).await;
        let first = running.current.generation().unwrap();
        assert_eq!(first.tools().len(), 2);
        hall.replace(&["a", "b", "c"]);
        sleep(Duration::from_secs(2)).await;
        let second = running.current.generation().unwrap();
        assert_eq!((second.tools().len(), second.number()), (3, first.number() + 1));
        assert_eq!(first.tools().len(), 2);
        client.close().await;
        assert!(matches!(running.end.await.unwrap(), ClientError::Closed));
    }
}

/// A server of an older revision whose list is always the same.
async fn constant(list: &str) -> (Client, tokio::sync::mpsc::UnboundedSender<()>, Arc<Mutex<Vec<Instant>>>) {
    let (client, mut script) = Script::older(TOOLS, options()).await;
    let (changes, mut told) = tokio::sync::mpsc::unbounded_channel();
    let walks = Arc::new(Mutex::new(Vec::new()));
    let (list, seen) = (list.to_owned(), Arc::clone(&walks));
    tokio::spawn(async move {
        loop {
            tokio::select! {
                Some(()) = told.recv() => script.say(CHANGED).await,
                request = script.next() => {
                    let Some(request) = request else { return };
                    seen.lock().unwrap().push(Instant::now());
                    script.answer(&request, &list).await;
                }
            }
        }
    });
    (client, changes, walks)
}

#[tokio::test(start_paused = true)]
async fn many_changes_are_looked_at_once_it_is_quiet() {
    let (client, changes, walks) = constant(r#"{"tools":[]}"#).await;
    let running = watching(&client, Watch::default());
    for _ in 0..10 {
        changes.send(()).unwrap();
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(running.outcomes(), []);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(running.outcomes(), [Ok(true)]);
    assert_eq!(walks.lock().unwrap().len(), 1);
    // An equal catalog publishes nothing.
    changes.send(()).unwrap();
    sleep(Duration::from_secs(1)).await;
    assert_eq!(running.outcomes(), [Ok(true), Ok(false)]);
    assert_eq!(running.number(), Some(1));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_never_quiet_is_looked_at_all_the_same() {
    let (client, changes, walks) = constant(r#"{"tools":[]}"#).await;
    let running = watching(&client, Watch::default().longest(Duration::from_secs(2)));
    for _ in 0..100 {
        changes.send(()).unwrap();
        sleep(Duration::from_millis(100)).await;
    }
    let walks = walks.lock().unwrap().len();
    assert!((3..=5).contains(&walks), "{walks}");
    assert_eq!(running.outcomes()[0], Ok(true));
}

#[tokio::test(start_paused = true)]
async fn a_failure_leaves_the_generation_and_is_tried_again() {
    let (client, script) = Script::older(TOOLS, options()).await;
    let mut walks = 0;
    tokio::spawn(script.serve(move |_, _| {
        walks += 1;
        if walks <= 3 { "7".to_owned() } else { list_of(&[], None) }
    }));
    let watch = Watch::default().every(Duration::from_secs(60)).retry(Duration::from_secs(1));
    let running = watching(&client, watch);
    // One look after a minute, then new tries after one, two and four seconds.
    sleep(Duration::from_millis(66_500)).await;
    assert_eq!(running.outcomes().len(), 3);
    assert!(running.outcomes().iter().all(Result::is_err));
    assert_eq!(running.number(), None);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(running.outcomes()[3], Ok(true));
    sleep(Duration::from_secs(61)).await;
    assert_eq!(running.outcomes()[4..], [Ok(false)]);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_announces_no_changes_is_looked_at_every_so_often() {
    let (client, script) = Script::modern(r#"{"tools":{}}"#, options()).await;
    tokio::spawn(script.serve(|method, _| {
        assert_eq!(method, "tools/list");
        list_of(&[], None)
    }));
    let running = watching(&client, Watch::default().every(Duration::from_secs(10)));
    sleep(Duration::from_secs(35)).await;
    assert_eq!(running.outcomes(), [Ok(true), Ok(false), Ok(false)]);
    client.close().await;
    assert!(matches!(running.end.await.unwrap(), ClientError::Closed));
}

#[tokio::test(start_paused = true)]
async fn a_subscription_names_what_was_announced_and_is_renewed() {
    let capabilities = r#"{"tools":{"listChanged":true},"prompts":{},"resources":{"listChanged":false}}"#;
    let (client, mut script) = Script::modern(capabilities, options()).await;
    let running = watching(&client, Watch::default());
    let request = script.expect("subscriptions/listen").await;
    assert_eq!(request["params"]["notifications"], serde_json::json!({ "toolsListChanged": true }));
    let began = Instant::now();
    script.answer(&request, r#"{"resultType":"complete"}"#).await;
    let again = script.expect("subscriptions/listen").await;
    assert_eq!(began.elapsed().as_secs(), 1);
    // From the acknowledgement on the server tells, so what was before may have changed.
    script.say(r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{}}"#).await;
    assert_eq!(script.next().await.unwrap()["method"], "tools/list");
    script.refuse(&again, -32000, "no more").await;
    let end = running.end.await.unwrap();
    assert_eq!(end.as_server().map(|error| error.code()), Some(-32000));
}
