//! The fixture seen by real clients: each prints a line of JSON a check, and every check must be there and hold.

use std::{collections::BTreeMap, ffi::OsString, fs, path::Path, process::Stdio, time::Duration};

use serde_json::{Value, json};
use tokio::{process::Command, time::timeout};

use crate::fixture::{Fixture, PROGRAM, clients, settings};

/// What every client has to see.
const ALL: [&str; 20] = [
    "revision",
    "resources-in-pages",
    "templates-in-pages",
    "cache-hints",
    "read-text",
    "read-binary",
    "read-complete-bundle",
    "read-partial-bundle",
    "complete-variable",
    "complete-in-context",
    "complete-unknown",
    "read-missing",
    "read-denied",
    "read-hidden",
    "read-bad-capture",
    "denied-like-missing",
    "read-malformed",
    "cursors-refused",
    "lives",
    "staff",
];

/// What the Inspector's command line can do and show.
const INSPECTOR: [&str; 10] = [
    "resources-in-pages",
    "templates-in-pages",
    "read-text",
    "read-binary",
    "read-complete-bundle",
    "read-partial-bundle",
    "denied-like-missing",
    "read-malformed",
    "lives",
    "staff",
];

/// How the client reaches the server.
#[derive(Clone, Copy)]
enum Transport {
    Pipe,
    /// HTTP with answers as JSON.
    Json,
    /// HTTP with answers as event streams.
    Events,
}

/// Runs the driver `client` and asserts that each of `checks` was made and held, and no other failed.
async fn sees(client: &str, transport: Transport, revision: &str, checks: &[&str]) {
    let Some(folder) = clients() else { return };
    let (servers, _fixtures) = servers(transport);
    let config = json!({ "revision": revision, "servers": servers }).to_string();
    let place = tempfile::tempdir().expect("a folder");
    let mut command = driver(&folder, place.path(), client);
    command.arg(config).env("HOME", place.path()).env("PYTHONDONTWRITEBYTECODE", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let output =
        timeout(Duration::from_secs(300), command.output()).await.expect("the driver ends").expect("it runs");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let made: BTreeMap<String, Value> = stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not a check: {line}\n{stderr}")))
        .map(|line: Value| (line["check"].as_str().unwrap_or_default().to_owned(), line))
        .collect();
    let failed: Vec<&Value> = made.values().filter(|line| line["ok"] != true).collect();
    assert!(failed.is_empty(), "{client} at {revision}: {failed:#?}\n{stderr}");
    let mut wanted: Vec<&str> = checks.to_vec();
    wanted.sort_unstable();
    assert_eq!(made.keys().map(String::as_str).collect::<Vec<_>>(), wanted, "{client}: {stderr}");
    assert!(output.status.success(), "{client}: {}\n{stderr}", output.status);
}

/// The servers that the checks speak of, and the processes behind them.
fn servers(transport: Transport) -> (Value, Vec<Fixture>) {
    let mut servers = json!({});
    let mut fixtures = Vec::new();
    let flags: &[&str] = if matches!(transport, Transport::Events) { &["--events"] } else { &[] };
    for (name, mut setting) in settings() {
        match transport {
            Transport::Pipe => {
                servers[name] = json!({ "command": PROGRAM, "args": [], "env": setting });
                if name == "stranger" {
                    setting.insert("FIXTURE_CALLER", "anna".into());
                    servers["anna"] = json!({ "command": PROGRAM, "args": [], "env": setting });
                }
            }
            Transport::Json | Transport::Events => {
                let fixture = Fixture::start(&setting, flags);
                servers[name] = json!({ "url": fixture.url() });
                if name == "stranger" {
                    let headers = json!({ "Authorization": "Bearer anna" });
                    servers["anna"] = json!({ "url": fixture.url(), "headers": headers });
                }
                fixtures.push(fixture);
            }
        }
    }
    (servers, fixtures)
}

/// The command of a driver. What runs in Node looks for its packages beside itself, so it gets a place with them.
fn driver(folder: &Path, place: &Path, client: &str) -> Command {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("clients");
    if client.ends_with(".py") {
        let mut command = Command::new(folder.join("python/bin/python"));
        command.arg(scripts.join(client));
        return command;
    }
    for script in ["checks.mjs", client] {
        fs::copy(scripts.join(script), place.join(script)).expect("a copy");
    }
    std::os::unix::fs::symlink(folder.join("node_modules"), place.join("node_modules")).expect("a link");
    let mut command = Command::new(node(folder));
    command.arg(place.join(client));
    command
}

/// The Node that the clients were installed with.
pub(crate) fn node(folder: &Path) -> OsString {
    folder.join("node_modules/node/bin/node").into()
}

/// One test a client and transport, at each revision that the client speaks.
macro_rules! clients {
    ($($test:ident: $client:literal, $transport:ident, [$($revision:literal),+], $checks:ident;)+) => {$(
        #[tokio::test]
        async fn $test() {
            $(sees($client, Transport::$transport, $revision, &$checks).await;)+
        }
    )+};
}

clients! {
    python_over_a_pipe: "mcp_client.py", Pipe, ["2025-11-25", "2026-07-28"], ALL;
    python_over_http: "mcp_client.py", Json, ["2025-11-25", "2026-07-28"], ALL;
    python_over_event_streams: "mcp_client.py", Events, ["2025-11-25", "2026-07-28"], ALL;
    fastmcp_over_a_pipe: "fastmcp_client.py", Pipe, ["2025-11-25", "2026-07-28"], ALL;
    fastmcp_over_http: "fastmcp_client.py", Json, ["2025-11-25", "2026-07-28"], ALL;
    fastmcp_over_event_streams: "fastmcp_client.py", Events, ["2025-11-25", "2026-07-28"], ALL;
    typescript_over_a_pipe: "client.mjs", Pipe, ["2025-06-18", "2025-11-25", "2026-07-28"], ALL;
    typescript_over_http: "client.mjs", Json, ["2025-06-18", "2025-11-25", "2026-07-28"], ALL;
    typescript_over_event_streams: "client.mjs", Events, ["2025-06-18", "2025-11-25", "2026-07-28"], ALL;
    older_typescript_over_a_pipe: "sdk.mjs", Pipe, ["2025-11-25"], ALL;
    older_typescript_over_http: "sdk.mjs", Json, ["2025-11-25"], ALL;
    older_typescript_over_event_streams: "sdk.mjs", Events, ["2025-11-25"], ALL;
    inspector_over_a_pipe: "inspector.mjs", Pipe, ["2025-11-25", "2026-07-28"], INSPECTOR;
    inspector_over_http: "inspector.mjs", Json, ["2025-11-25", "2026-07-28"], INSPECTOR;
}
