//! `wayleave check`: every defect of every manifest. The defects are the result, so they go to stdout.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use wayleave_manifest::{Checked, Code, LoadError, Severity, Source};

use crate::{
    Console, Exit, Stop,
    args::Format,
    console::{ERROR, GOOD, HEAD, HELP, WARNING},
    diagnostics,
    manifest::{base, unreadable},
    shown::{counted, escaped, quoted},
};

/// Show every defect of manifests
///
/// Exits with 0 where there is no error (there may be warnings), with 1 where there is one, and with 2 where a
/// manifest cannot be read. Of several manifests the worst decides.
#[derive(Args, Debug)]
#[command(override_usage = "wayleave check [OPTIONS] <MANIFEST>...\n       wayleave check --explain <CODE>")]
pub(crate) struct Arguments {
    /// The manifests
    #[arg(required_unless_present = "explain", value_name = "MANIFEST")]
    manifests: Vec<PathBuf>,
    /// Explain the code of a defect instead, such as `bad-template`
    #[arg(long, value_name = "CODE", conflicts_with_all = ["manifests", "format"])]
    explain: Option<String>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    if let Some(code) = &arguments.explain {
        return explain(code, console);
    }
    let mut exit = Exit::Success;
    let mut first = None;
    let mut report = Report { manifests: Vec::new() };
    for path in &arguments.manifests {
        let outcome = Outcome::of(path);
        exit = exit.max(outcome.exit());
        first = first.or_else(|| outcome.first_code());
        match arguments.format {
            // One at a time: the sources of many manifests are not held together.
            Format::Human => outcome.write(path, console)?,
            Format::Json => report.manifests.push(outcome.report(path)),
        }
    }
    match (arguments.format, first) {
        (Format::Json, _) => console.out.json(&report)?,
        (Format::Human, Some(code)) => {
            let out = &mut console.out;
            let hint = out.paint(HELP, "hint:");
            writeln!(out, "{hint} `wayleave check --explain {code}` explains a code")?;
        }
        (Format::Human, None) => {}
    }
    Ok(exit)
}

/// Writes what the page of defects says of a code.
fn explain(code: &str, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let Some(text) = wayleave_manifest::explain(code) else {
        console.error(&format!("there is no code {}", quoted(code)))?;
        console.note("help", "the code of a defect stands in square brackets behind `error` or `warning`")?;
        return Ok(Exit::Trouble);
    };
    let head = console.out.paint(HEAD, code);
    writeln!(console.out, "{head}\n\n{text}")?;
    Ok(Exit::Success)
}

/// What came of one manifest.
struct Outcome(Result<(Source, Checked), LoadError>);

impl Outcome {
    fn of(path: &Path) -> Self {
        Self(wayleave_manifest::load(path).map(|source| {
            let checked = wayleave_manifest::check(&source, Some(&base(path)));
            (source, checked)
        }))
    }

    fn exit(&self) -> Exit {
        match &self.0 {
            Err(_) => Exit::Trouble,
            Ok((_, checked)) if checked.manifest.is_none() => Exit::Failure,
            Ok(_) => Exit::Success,
        }
    }

    fn first_code(&self) -> Option<&'static str> {
        match &self.0 {
            Err(error) => Some(error.code()),
            Ok((_, checked)) => checked.defects.first().map(|defect| defect.code.as_str()),
        }
    }

    fn write(&self, path: &Path, console: &mut Console<'_>) -> io::Result<()> {
        let out = &mut console.out;
        let styled = out.is_styled();
        let name = path.display().to_string();
        match &self.0 {
            Err(error) => {
                writeln!(out, "{}", diagnostics::file(error.code(), &unreadable(error), styled))
            }
            Ok((source, checked)) => {
                for defect in &checked.defects {
                    writeln!(out, "{}\n", diagnostics::defect(source, defect, styled))?;
                }
                summary(&escaped(&name), checked, console)
            }
        }
    }

    fn report(&self, path: &Path) -> Manifest {
        let path = path.display().to_string();
        match &self.0 {
            Err(error) => {
                Manifest { path, resources: 0, templates: 0, defects: vec![Defect::of_file(error)] }
            }
            Ok((_, checked)) => {
                let (resources, templates) = counts(checked);
                Manifest {
                    path,
                    resources,
                    templates,
                    defects: checked.defects.iter().map(Defect::of).collect(),
                }
            }
        }
    }
}

/// The last line: how many defects there are, or what the manifest offers.
fn summary(name: &str, checked: &Checked, console: &mut Console<'_>) -> io::Result<()> {
    let out = &mut console.out;
    let found = |severity| {
        let is_one = |defect: &&wayleave_manifest::Defect| {
            defect.severity == severity && defect.code != Code::MoreDefects
        };
        checked.defects.iter().filter(is_one).count()
    };
    let (errors, warnings) = (found(Severity::Error), found(Severity::Warning));
    let more = checked.defects.iter().any(|defect| defect.code == Code::MoreDefects);
    let warned = (warnings > 0).then(|| out.paint(WARNING, counted(warnings, "warning")).to_string());
    if checked.manifest.is_none() {
        let mut parts = vec![out.paint(ERROR, counted(errors, "error")).to_string()];
        parts.extend(warned);
        let more = if more { " and more" } else { "" };
        return writeln!(out, "{}{more} in {name}", parts.join(", "));
    }
    let (resources, templates) = counts(checked);
    let verdict = warned.unwrap_or_else(|| out.paint(GOOD, "no defects").to_string());
    let (resources, templates) = (counted(resources, "resource"), counted(templates, "template"));
    writeln!(out, "{name}: {resources}, {templates}, {verdict}")
}

fn counts(checked: &Checked) -> (usize, usize) {
    let entries = checked.manifest.iter().flat_map(|manifest| &manifest.resources);
    let templates =
        entries.clone().filter(|entry| entry.definition.address().as_template().is_some()).count();
    (entries.count() - templates, templates)
}

/// The output of `wayleave check --format json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Check")]
pub(crate) struct Report {
    /// One entry for each manifest, in the order of the arguments.
    manifests: Vec<Manifest>,
}

/// What was found in one manifest.
#[derive(Debug, Serialize, JsonSchema)]
struct Manifest {
    /// The path as it was given.
    path: String,
    /// How many concrete resources the manifest declares; 0 where it has errors.
    resources: usize,
    /// How many templates the manifest declares; 0 where it has errors.
    templates: usize,
    /// The defects in the order of their places, at most 1001; empty for a clean manifest.
    defects: Vec<Defect>,
}

/// One defect of a manifest.
#[derive(Debug, Serialize, JsonSchema)]
struct Defect {
    /// The stable code. A file that cannot be read has one of `no-such-file`, `is-a-folder`, `no-regular-file` and
    /// `unreadable-file`, at line 1 and column 1.
    code: &'static str,
    /// How bad it is.
    severity: Seriousness,
    /// What is wrong; text of the manifest in it is escaped and cut.
    message: String,
    /// How to mend it, where there is something to say.
    help: Option<String>,
    /// The line, from 1.
    #[schemars(range(min = 1))]
    line: usize,
    /// The column in characters, from 1; inside a URI or a template it is that of the character at fault.
    #[schemars(range(min = 1))]
    column: usize,
    /// The way to the value, such as `resources[2].uriTemplate`; empty for the whole file.
    path: String,
}

/// How bad a defect is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Severity")]
enum Seriousness {
    /// The manifest cannot be used.
    Error,
    /// The manifest can be used, but probably does not say what was meant.
    Warning,
}

impl Defect {
    fn of(defect: &wayleave_manifest::Defect) -> Self {
        Self {
            code: defect.code.as_str(),
            severity: match defect.severity {
                Severity::Error => Seriousness::Error,
                Severity::Warning => Seriousness::Warning,
            },
            message: defect.message.clone(),
            help: defect.help.clone(),
            line: defect.place.line,
            column: defect.place.column,
            path: defect.path.clone(),
        }
    }

    fn of_file(error: &LoadError) -> Self {
        Self {
            code: error.code(),
            severity: Seriousness::Error,
            message: unreadable(error),
            help: None,
            line: 1,
            column: 1,
            path: String::new(),
        }
    }
}
