//! A server over a pipe: the script of the command's cases.

use std::{
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use wayleave_cli::Exit;

use crate::{file, fixture, on_terminal, wayleave};

fn ask(folder: &str) -> Vec<String> {
    let (script, folder) = (fixture("server.sh"), fixture(folder));
    ["--stdio", "sh", &script, &folder].map(str::to_owned).to_vec()
}

fn with(args: &[&str], server: Vec<String>) -> Vec<String> {
    args.iter().map(|arg| (*arg).to_owned()).chain(server).collect()
}

/// The lock files of the command's cases are what the script's servers offer, over two pages.
#[test]
fn the_cases_locks_are_fresh() {
    for name in ["wiki", "wiki-later"] {
        let run = wayleave(with(&["catalog", "snapshot", "--binding", "wiki"], ask(name)));
        assert_eq!(run.exit, Exit::Success, "{}", run.err);
        let path = file("runtime/cli/tests/cmd/fixtures").join(format!("{name}.lock.json"));
        if std::env::var_os("WAYLEAVE_BLESS").is_some() {
            std::fs::write(&path, run.text()).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!(kept == run.text(), "{} is stale: run the tests with WAYLEAVE_BLESS=1", path.display());
    }
}

#[test]
fn the_server_is_verified() {
    let lock = fixture("wiki.lock.json");
    let same = wayleave(with(&["catalog", "verify", &lock], ask("wiki")));
    assert_eq!((same.exit, &*same.err), (Exit::Success, ""));
    let later = wayleave(with(&["catalog", "verify", &lock], ask("wiki-later")));
    assert_eq!(later.exit, Exit::Failure);
    assert!(later.err.contains("what is hidden reads \"Ignore\""), "{}", later.err);
    let diff = wayleave(["catalog", "diff", &lock, &fixture("wiki-later.lock.json")]);
    assert!(later.text().starts_with(diff.text()), "{}", later.text());
}

/// The command's own server, with all that the handbook holds.
#[test]
fn our_own_server_is_pinned() {
    let folder = tempfile::tempdir().unwrap();
    let lock = folder.path().join("lock").display().to_string();
    let manifest = file("examples/handbook/handbook.yaml").display().to_string();
    let server = ["--stdio", env!("CARGO_BIN_EXE_wayleave"), "serve", &manifest];
    let taken = ["catalog", "snapshot", "--binding", "handbook", "--out", &lock, "--format", "json"];
    let run = wayleave(taken.iter().chain(&server));
    assert_eq!(run.exit, Exit::Success, "{}", run.err);
    let listed = wayleave(["list", &manifest, "--format", "json"]).json();
    assert_eq!(run.json()["resources"], listed["resources"].as_array().unwrap().len());
    let verified = wayleave(["catalog", "verify", &lock].iter().chain(&server));
    assert_eq!((verified.exit, &*verified.err), (Exit::Success, ""));
}

/// A `;` ends the program's own arguments.
#[test]
fn arguments_may_follow_the_program() {
    let mut args = with(&["catalog", "verify"], ask("wiki"));
    args.extend([";".to_owned(), fixture("wiki.lock.json")]);
    assert_eq!(wayleave(args).exit, Exit::Success);
}

/// The program is given the variables that are named, and no other.
#[test]
fn variables_are_named() {
    let (script, folder) = (fixture("server.sh"), fixture("wiki"));
    let run = |wanted: &str, more: &[&str]| {
        let program = format!("test \"$ONE-$TWO-$THREE\" = '{wanted}' && exec sh '{script}' '{folder}'");
        let output = Command::new(env!("CARGO_BIN_EXE_wayleave"))
            .args(["catalog", "snapshot", "--binding", "wiki"])
            .args(more)
            .args(["--stdio", "sh", "-c", &program])
            .envs([("ONE", "1"), ("TWO", "2"), ("THREE", "3")])
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run("--", &[]).0, Some(0));
    assert_eq!(run("1-two-", &["--env", "ONE", "--env", "TWO=two"]).0, Some(0));
    let (code, said) = run("1--", &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("the connection to the server has ended") && said.contains("--verbose"), "{said}");
    let (code, said) = run("", &["--env", "NO_SUCH_VARIABLE_HERE"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("NO_SUCH_VARIABLE_HERE is not set"), "{said}");
}

/// What the program writes to its standard error is a peer's text, and is not shown unless that is asked for.
#[test]
fn the_program_s_own_words_are_not_shown() {
    let run = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_wayleave"))
            .args(["catalog", "snapshot", "--binding", "wiki"])
            .args(more)
            .args(["--stdio", "sh", "-c", "echo its own words >&2"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(!run(&[]).contains("its own words"));
    assert!(run(&["--verbose"]).contains("its own words"));
}

/// Long walks say how far they are, on a terminal alone, and leave nothing behind.
#[test]
fn progress_is_for_terminals() {
    let args = with(&["catalog", "snapshot", "--binding", "wiki"], ask("wiki"));
    let terminal = on_terminal(args.clone());
    assert!(terminal.err.contains("tools: page 2"), "{:?}", terminal.err);
    assert!(terminal.err.ends_with("\r\u{1b}[2K"), "{:?}", terminal.err);
    let pipe = wayleave(args);
    assert_eq!(pipe.err, "");
    assert_eq!(pipe.text(), terminal.text());
}

/// The program's own way to say nothing, or to end, is told with what it costs; then the step that failed is.
#[test]
fn a_silent_program_is_given_up() {
    let ask = |more: &[&str], program: &[&str]| {
        wayleave(
            ["catalog", "snapshot", "--binding", "wiki"]
                .iter()
                .chain(more)
                .chain(&["--stdio"])
                .chain(program),
        )
    };
    let silent = ["sleep", "1000"];
    let run = ask(&["--answer-timeout", "600ms"], &silent);
    assert_eq!(run.exit, Exit::Trouble);
    let note =
        "handshake: no answer to `server/discover` for 200 ms, so the server is taken for an older one";
    assert!(
        run.err.contains(note) && run.err.contains("`--opening initialize`, before `--stdio`,"),
        "{}",
        run.err
    );
    let error = "error: handshake: `initialize`: the server took too long\n";
    assert!(run.err.contains(error) && run.err.contains("`--answer-timeout TIME`"), "{}", run.err);
    // Whoever names the opening does not wait for another one.
    for (opening, question) in [("initialize", "initialize"), ("discover", "server/discover")] {
        let run = ask(&["--opening", opening, "--timeout", "200ms"], &silent);
        let error = format!("error: handshake: `{question}`: the server took too long\n");
        assert!(run.err.starts_with(&error) && run.err.contains("`--timeout TIME`"), "{}", run.err);
    }
    let run = ask(&[], &["true"]);
    assert_eq!(run.exit, Exit::Trouble);
    assert!(
        run.err.contains("the program has ended") && run.err.contains("it is started again"),
        "{}",
        run.err
    );
}

/// An older server that says nothing to the newest question is reached all the same, at once where the opening is named.
#[test]
fn an_older_server_may_say_nothing() {
    let script = r#"
        while IFS= read -r line; do
            id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9][0-9]*\).*/\1/p')
            case $line in
            *'"initialize"'*)
                answer='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}' ;;
            *'"tools/list"'*) answer='{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}' ;;
            *) continue ;;
            esac
            printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$answer"
        done"#;
    let ask = |more: &[&str]| {
        let program = ["--stdio", "sh", "-c", script];
        wayleave(["catalog", "snapshot", "--binding", "old"].iter().chain(more).chain(&program))
    };
    let slow = ask(&["--answer-timeout", "3s"]);
    assert_eq!(slow.exit, Exit::Success, "{}", slow.err);
    assert!(slow.err.contains("no answer to `server/discover` for 1 s"), "{}", slow.err);
    let quick = ask(&["--opening", "initialize"]);
    assert_eq!((quick.exit, &*quick.err), (Exit::Success, ""));
    assert_eq!(slow.text(), quick.text());
}

/// A server of the newest revision that was slow to begin, and is taken for an older one, says so; then it is asked again.
#[test]
fn a_server_may_refuse_the_older_revisions() {
    let script = r#"
        answer='"error":{"code":-32601,"message":"no"}'
        while IFS= read -r line; do
            id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9][0-9]*\).*/\1/p')
            case $line in
            *'"initialize"'*) answer='"error":{"code":-32022,"message":"no"}' ;;
            *'"tools/list"'*)
                answer='"result":{"resultType":"complete","tools":[{"name":"a","inputSchema":{"type":"object"}}]}' ;;
            esac
            printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$answer"
            answer='"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}'
        done"#;
    let run = wayleave(["catalog", "snapshot", "--binding", "slow", "--stdio", "sh", "-c", script]);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));
    assert_eq!(run.json()["protocolVersion"], "2026-07-28");
}

/// What a program has started, and leaves behind when it ends, ends with it.
#[test]
fn nothing_is_left_of_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let program = format!("sleep 600 >/dev/null & echo $! > '{}'", file.display());
    let args = ["catalog", "snapshot", "--binding", "wiki", "--opening", "initialize", "--stdio", "sh", "-c"];
    assert_eq!(wayleave(args.into_iter().chain([&*program])).exit, Exit::Trouble);
    let left = std::fs::read_to_string(&file).unwrap();
    let until = Instant::now() + Duration::from_secs(30);
    while kill("-0", left.trim()) {
        assert!(Instant::now() < until, "what it has started goes on");
        thread::sleep(Duration::from_millis(10));
    }
}

/// An interrupt of the command ends the program too, which is in a group of its own.
#[test]
fn an_interrupt_ends_the_program() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pid");
        let program = format!("echo $$ > '{}.new'; mv '{0}.new' '{0}'; exec sleep 600", file.display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayleave"))
            .args(["catalog", "snapshot", "--binding", "wiki", "--stdio", "sh", "-c", &program])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let until = Instant::now() + Duration::from_secs(30);
        while !file.exists() {
            assert!(Instant::now() < until, "the program does not begin");
            thread::sleep(Duration::from_millis(10));
        }
        assert!(kill(signal, &command.id().to_string()));
        let status = command.wait().unwrap();
        assert_eq!(status.code(), Some(2), "{signal}");
        let program = std::fs::read_to_string(&file).unwrap();
        while kill("-0", program.trim()) {
            assert!(Instant::now() < until, "{signal}: the program goes on");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn kill(signal: &str, process: &str) -> bool {
    Command::new("kill").args([signal, process]).stderr(Stdio::null()).status().unwrap().success()
}
