//! Servers that are child processes. They run in real time.

use std::{path::Path, time::Duration};

use wayleave_rmcp::client::{Client, ClientError, Program, Step};

use crate::harness::{discovered, names, options};

/// A shell script that answers the newest handshake, then one list with one tool of the name that the shell makes of
/// this text, and then does the rest.
fn shell(name: &str, rest: &str) -> Program {
    let script = format!(
        r#"
        read -r line
        echo '{{"id":1,"result":{{"supportedVersions":["2026-07-28"],"capabilities":{{"tools":{{}}}}}}}}'
        read -r line
        echo '{{"id":2,"result":{{"tools":[{{"name":"'"{name}"'","inputSchema":{{}}}}]}}}}'
        {rest}
        "#
    );
    Program::new("/bin/sh").arg("-c").arg(script).grace(Duration::from_millis(200))
}

/// The name of the one tool.
async fn name(client: &Client) -> String {
    let discovery = client.discovery(&crate::harness::binding());
    let tolerances = wayleave::catalog::Tolerances { display_name_normalization: true, ..Default::default() };
    let clock = wayleave::clock::TokioClock::new();
    let generation =
        wayleave::catalog::discover(client, &discovery.tolerances(tolerances), &clock).await.unwrap();
    names(&generation).remove(0)
}

fn lives(process: &str) -> bool {
    // A process that is dead and not reaped has no command line.
    std::fs::read(Path::new("/proc").join(process).join("cmdline")).is_ok_and(|line| !line.is_empty())
}

async fn is_gone(process: &str) -> bool {
    for _ in 0..500 {
        if !lives(process) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

#[tokio::test]
async fn a_program_gets_what_it_is_given_and_nothing_else() {
    let program = shell("$GIVEN-${CARGO_MANIFEST_DIR:-none}-${PATH:+path}", "cat >/dev/null");
    let program = program.variable("GIVEN", "given").inherit(Program::COMMON_VARIABLES);
    let client = Client::spawn(&program, options()).await.unwrap();
    assert_eq!(name(&client).await, "given-none-path");
    client.close().await;
}

#[tokio::test]
async fn a_program_is_reaped_when_its_input_ends() {
    let client = Client::spawn(&shell("$$", "cat >/dev/null"), options()).await.unwrap();
    let process = name(&client).await;
    assert!(lives(&process));
    client.close().await;
    assert!(!Path::new("/proc").join(&process).exists());
    assert!(matches!(discovered(&client).await, Err(wayleave::catalog::DiscoverError::Lister { .. })));
    client.close().await;
}

#[tokio::test]
async fn one_that_will_not_end_is_killed_with_what_it_started() {
    let stubborn = "trap '' TERM; while :; do sleep 1000; done";
    let program = shell("$$-$(sleep 1000 >/dev/null & echo $!)", stubborn).inherit(["PATH"]);
    let client = Client::spawn(&program, options()).await.unwrap();
    let processes = name(&client).await;
    let (parent, child) = processes.split_once('-').unwrap();
    assert!(lives(parent) && lives(child));
    client.close().await;
    assert!(!Path::new("/proc").join(parent).exists());
    assert!(is_gone(child).await);
}

#[tokio::test]
async fn one_that_is_forgotten_is_killed() {
    let client = Client::spawn(&shell("$$", "while :; do sleep 1000; done"), options()).await.unwrap();
    let process = name(&client).await;
    drop(client);
    assert!(is_gone(&process).await);
}

#[tokio::test]
async fn one_that_ends_at_the_first_question_is_asked_as_an_older_one() {
    let script = r#"
        read -r line
        case "$line" in *server/discover*) exit 1;; esac
        echo '{"id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}'
        cat >/dev/null
    "#;
    let program = Program::new("/bin/sh").arg("-c").arg(script);
    let (tell, told) = std::sync::mpsc::channel();
    let options = options().on_step(move |step| tell.send(step).unwrap());
    let client = Client::spawn(&program, options).await.unwrap();
    assert_eq!(client.handshake().protocol_version().as_str(), "2025-06-18");
    let told: Vec<_> = told.try_iter().collect();
    assert_eq!(told, [Step::Discover, Step::Restarted, Step::Initialize]);
    client.close().await;
}

#[tokio::test]
async fn what_cannot_be_started_is_named_without_its_secrets() {
    let program = Program::new("/no/such/program").arg("--key=s3cret").variable("TOKEN", "t0ken");
    let error = Client::spawn(&program, options()).await.unwrap_err();
    assert!(matches!(error, ClientError::Spawn(_)));
    let shown = format!("{program:?} {error:?} {error}");
    assert!(shown.contains("TOKEN") && !shown.contains("t0ken") && !shown.contains("s3cret"), "{shown}");
}

#[tokio::test]
async fn one_that_ends_by_itself_is_named() {
    let program = Program::new("/bin/sh").arg("-c").arg("exit 3");
    assert!(matches!(Client::spawn(&program, options()).await, Err(ClientError::Closed)));
}
