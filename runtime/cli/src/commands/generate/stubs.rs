//! `wayleave generate stubs`: the handlers that are still to be written. It never changes a file that is there.

use std::{
    error::Error,
    ffi::OsStr,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use wayleave_codegen::manifest::{StubsError, missing, stubs};
use wayleave_manifest::Source;

use super::files;
use crate::{Console, Exit, Stop, diagnostics, manifest, output};

/// Write the handlers that a manifest waits for
///
/// Without `--out` a whole implementation goes to stdout. With it, the file is written if it is not there yet; else
/// it is only read, and the methods that it lacks go to stdout, to be pasted.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The manifest
    manifest: PathBuf,
    /// The file that implements `Handlers`; `-` is stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write nothing; exit with 1 if the file lacks a method
    #[arg(long, requires = "out")]
    check: bool,
    /// The path of the generated module; the default is `crate::` and the manifest's name
    #[arg(long, value_name = "PATH")]
    module: Option<String>,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let (source, manifest) = manifest::opened(&arguments.manifest, console)?;
    let module = arguments.module();
    let needs = arguments.check.then_some("--check");
    let Some(out) = output::file(arguments.out.as_deref(), needs, console)? else {
        return match stubs(&manifest, &module) {
            Ok(code) => print(&code, console),
            Err(error) => fault(&error, &source, console),
        };
    };
    let done = match fs::read_to_string(out) {
        Ok(code) => missing(&manifest, &module, &code).map(|lacking| Done::Read { lacking }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            stubs(&manifest, &module).map(|code| Done::New { code })
        }
        Err(error) => {
            console.error(&format!("{} cannot be read: {error}", out.display()))?;
            return Ok(Exit::Trouble);
        }
    };
    match done {
        Ok(Done::New { code }) if arguments.check => files::check_one(out, &code, console),
        Ok(Done::New { code }) => {
            let exit = files::write_one(out, &code, console)?;
            console.note("hint", &hint(out, &module))?;
            Ok(exit)
        }
        Ok(Done::Read { lacking }) if lacking.is_empty() => {
            console.note("note", &format!("{} lacks no method", out.display()))?;
            Ok(Exit::Success)
        }
        Ok(Done::Read { lacking }) => {
            console.note("note", &format!("{} lacks these methods", out.display()))?;
            print(&lacking, console)?;
            Ok(if arguments.check { Exit::Failure } else { Exit::Success })
        }
        Err(error @ StubsError::Syntax(_)) => {
            console.error(&format!("{}: {error}", out.display()))?;
            // The file is the user's own, so what is wrong with it is no secret.
            if let Some(cause) = error.source() {
                console.note("cause", &cause.to_string())?;
            }
            Ok(Exit::Trouble)
        }
        Err(error) => fault(&error, &source, console),
    }
}

/// What there is to do about the file.
enum Done {
    /// It is not there: this would be in it.
    New { code: String },
    /// It is there, and lacks these methods.
    Read { lacking: String },
}

impl Arguments {
    fn module(&self) -> String {
        self.module.clone().unwrap_or_else(|| {
            let name = self.manifest.file_name().unwrap_or_default().to_string_lossy();
            let stem = name.split('.').next().unwrap_or_default();
            format!("crate::{}", stem.replace(['-', ' '], "_"))
        })
    }
}

/// How the written file gets into a program: its type is the first argument of `bindings`.
fn hint(out: &Path, module: &str) -> String {
    let name = out.file_stem().and_then(OsStr::to_str).filter(|name| is_plain(name));
    match name {
        Some(name) => {
            format!(
                "add `mod {name};` and pass `{name}::Reader` to `{module}::bindings` as its first argument"
            )
        }
        None => format!(
            "make a module of the file and pass its `Reader` to `{module}::bindings` as its first argument"
        ),
    }
}

/// Whether `mod` finds a file of this name: `main`, `lib` and `mod` are modules by another one.
fn is_plain(name: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(good)
        && !matches!(name, "main" | "lib" | "mod")
}

fn print(code: &str, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let code = console.out.content(code).into_owned();
    write!(console.out, "{code}")?;
    Ok(Exit::Success)
}

fn fault(error: &StubsError, source: &Source, console: &mut Console<'_>) -> Result<Exit, Stop> {
    if let StubsError::Faults(faults) = error {
        return diagnostics::faults(source, faults, console);
    }
    console.error(&error.to_string())?;
    if matches!(error, StubsError::Module) {
        console.note("help", "say where the generated module is: `--module crate::assets`")?;
        return Ok(Exit::Trouble);
    }
    Ok(Exit::Failure)
}
