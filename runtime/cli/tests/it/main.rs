//! The command as a library: every case of the tables, the schemas of the outputs, terminals, files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod cases;
mod catalog;
mod code;
mod defects;
mod docs;
mod files;
mod help;
mod hostile;
mod new;
mod pipes;
mod schemas;
mod serve;
mod terminals;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use serde_json::Value;
use wayleave_cli::{Console, Exit, Stream, run};

/// What a command left behind.
struct Run {
    exit: Exit,
    out: Vec<u8>,
    err: String,
}

impl Run {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// Runs a command whose streams are pipes.
fn wayleave<A: Into<OsString> + Clone>(args: impl IntoIterator<Item = A>) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = run(arguments(args), &mut Console::new(Stream::plain(&mut out), Stream::plain(&mut err)));
    Run { exit, out, err: String::from_utf8(err).unwrap() }
}

/// Runs a command whose streams are terminals.
fn on_terminal<A: Into<OsString> + Clone>(args: impl IntoIterator<Item = A>) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Stream::terminal(&mut out), Stream::terminal(&mut err));
    let exit = run(arguments(args), &mut console);
    drop(console);
    Run { exit, out, err: String::from_utf8(err).unwrap() }
}

fn arguments<A: Into<OsString>>(args: impl IntoIterator<Item = A>) -> Vec<OsString> {
    std::iter::once("wayleave".into()).chain(args.into_iter().map(Into::into)).collect()
}

/// A file of the project.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A manifest of the command's cases, as an argument.
fn fixture(name: &str) -> String {
    file("runtime/cli/tests/cmd/fixtures").join(name).display().to_string()
}
