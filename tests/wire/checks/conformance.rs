//! The conformance suite of the protocol: the scenarios about resources and about the transport, each at every
//! revision it is for, and each seen to have run.

use std::{collections::BTreeMap, fs, path::Path, process::Stdio, time::Duration};

use serde_json::Value;
use tokio::{process::Command, time::timeout};

use crate::{
    clients::node,
    fixture::{Fixture, Setting, clients},
};

const EVERYWHERE: [&str; 7] = [
    "completion-complete",
    "prompts-get-embedded-resource",
    "resources-list",
    "resources-read-binary",
    "resources-read-text",
    "resources-templates-read",
    "tools-call-embedded-resource",
];

/// Since 2025-11-25.
const REBINDING: &str = "dns-rebinding-protection";

/// With the handshake, and until it went.
const HANDSHAKE: [&str; 4] = ["ping", "resources-subscribe", "resources-unsubscribe", "server-initialize"];

/// Since each request stands for itself.
const STATELESS: [&str; 4] =
    ["caching", "http-header-validation", "sep-2164-resource-not-found", "server-stateless"];

#[tokio::test]
async fn at_2025_06_18() {
    run("2025-06-18", &[], EVERYWHERE.into_iter().chain(HANDSHAKE)).await;
}

#[tokio::test]
async fn at_2025_11_25() {
    run("2025-11-25", &[], EVERYWHERE.into_iter().chain(HANDSHAKE).chain([REBINDING])).await;
}

#[tokio::test]
async fn at_2026_07_28() {
    run("2026-07-28", &[], EVERYWHERE.into_iter().chain(STATELESS).chain([REBINDING])).await;
}

/// The HTTP server of Wayleave, with its short way for reads, in place of the SDK's.
#[tokio::test]
async fn on_our_own_server() {
    run("2025-06-18", &["--own"], EVERYWHERE.into_iter().chain(HANDSHAKE)).await;
    run("2025-11-25", &["--own"], EVERYWHERE.into_iter().chain(HANDSHAKE).chain([REBINDING])).await;
    run("2026-07-28", &["--own"], EVERYWHERE.into_iter().chain(STATELESS).chain([REBINDING])).await;
}

/// Answers as event streams must be as good.
#[tokio::test]
async fn over_event_streams() {
    run("2025-11-25", &["--events"], EVERYWHERE.into_iter().chain(HANDSHAKE).chain([REBINDING])).await;
    run("2026-07-28", &["--events"], EVERYWHERE.into_iter().chain(STATELESS).chain([REBINDING])).await;
}

/// The server has no sessions, which this scenario takes note of; with the SDK's sessions it is run in earnest.
#[tokio::test]
async fn with_sessions() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let scenario = ["server-session-lifecycle"];
        run(revision, &["--sessions"], scenario.into_iter().chain(EVERYWHERE).chain(HANDSHAKE)).await;
        let Some(folder) = clients() else { return };
        let fixture = Fixture::start(&Setting::new(), &[]);
        let checks = scenario_at(&folder, &fixture, scenario[0], revision).await.expect("the scenario runs");
        let ids: Vec<_> =
            checks.iter().map(|check| (check["id"].as_str(), check["status"].as_str())).collect();
        assert!(ids.contains(&(Some("server-session-lifecycle-skipped"), Some("INFO"))), "{ids:?}");
        assert!(!ids.iter().any(|(_, status)| *status == Some("FAILURE")), "{ids:?}");
    }
}

/// Runs each of `scenarios` and asserts that it made some check and that none failed, not even as a warning.
async fn run(revision: &str, flags: &[&str], scenarios: impl IntoIterator<Item = &'static str>) {
    let Some(folder) = clients() else { return };
    let fixture = Fixture::start(&Setting::new(), flags);
    let mut failures = Vec::new();
    for scenario in scenarios {
        match scenario_at(&folder, &fixture, scenario, revision).await {
            Err(report) => failures.push(report),
            Ok(checks) => {
                let mut counts = BTreeMap::new();
                checks.iter().for_each(|check| *counts.entry(check["status"].to_string()).or_insert(0) += 1);
                println!("{revision} {scenario}: {counts:?}");
                if !checks.iter().any(|check| check["status"] == "SUCCESS") {
                    failures.push(format!("{scenario} was not run: {checks:?}"));
                }
                let bad = |check: &&Value| check["status"] == "FAILURE" || check["status"] == "WARNING";
                failures.extend(checks.iter().filter(bad).map(|check| format!("{scenario}: {check:#}")));
            }
        }
    }
    assert!(failures.is_empty(), "at {revision}, {flags:?}:\n{}", failures.join("\n"));
}

/// The checks that a scenario made.
async fn scenario_at(
    folder: &Path,
    fixture: &Fixture,
    scenario: &str,
    revision: &str,
) -> Result<Vec<Value>, String> {
    let results = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(node(folder));
    // By the name it is bound to, as the suite tries other names itself.
    let url = fixture.url().replace("127.0.0.1", "localhost");
    command
        .arg(folder.join("node_modules/@modelcontextprotocol/conformance/dist/index.js"))
        .args(["server", "--url", &url, "--scenario", scenario, "--spec-version", revision, "--output-dir"])
        .arg(results.path())
        .current_dir(results.path())
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let output =
        timeout(Duration::from_secs(90), command.output()).await.expect("the suite ends").expect("it runs");
    let told = format!(
        "{scenario} at {revision} ({}): {}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    // A scenario that is not for the revision is left out with success, and leaves no results.
    let written = fs::read_dir(results.path()).expect("a folder").next().ok_or_else(|| told.clone())?;
    let checks = fs::read_to_string(written.expect("an entry").path().join("checks.json"))
        .map_err(|_| told.clone())?;
    let checks: Vec<Value> = serde_json::from_str(&checks).map_err(|error| format!("{error}: {told}"))?;
    let warned = checks.iter().any(|check| check["status"] == "WARNING" || check["status"] == "FAILURE");
    if !output.status.success() && !warned { Err(told) } else { Ok(checks) }
}
