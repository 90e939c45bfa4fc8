//! From a path to a manifest that can be used, and to its gateway.

use std::{
    error::Error,
    fmt,
    io::{self, Write},
    path::{Path, PathBuf},
};

use wayleave::{
    Gateway,
    resource::{Binding, OpenPolicy, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch},
};
use wayleave_bodies::{BodiesError, Handlers, ManifestResources};
use wayleave_manifest::{Defect, LoadError, Manifest, Policy, Serves, Severity, Source};

use crate::{Caller, Console, Exit, Stop, diagnostics};

/// The folder that a manifest's relative paths start from.
pub(crate) fn base(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The message of a manifest that cannot be read, with what the system says: the file is the user's own.
pub(crate) fn unreadable(error: &LoadError) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// The manifest at `path`, if it has no errors. Otherwise they are said on stderr; warnings are for `check`.
pub(crate) fn open(path: &Path, console: &mut Console<'_>) -> Result<Manifest, Stop> {
    opened(path, console).map(|(_, manifest)| manifest)
}

/// The same with its text.
pub(crate) fn opened(path: &Path, console: &mut Console<'_>) -> Result<(Source, Manifest), Stop> {
    let source = match wayleave_manifest::load(path) {
        Ok(source) => source,
        Err(error) => {
            console.error(&unreadable(&error))?;
            return Err(Stop::Said(Exit::Trouble));
        }
    };
    let checked = wayleave_manifest::check(&source, Some(&base(path)));
    if let Some(manifest) = checked.manifest {
        return Ok((source, manifest));
    }
    errors(&source, &checked.defects, console)?;
    console.error(&format!("{} has defects", path.display()))?;
    Err(Stop::Said(Exit::Failure))
}

/// Says on stderr what is an error among the defects.
pub(crate) fn errors(source: &Source, defects: &[Defect], console: &mut Console<'_>) -> io::Result<()> {
    let styled = console.err.is_styled();
    for defect in defects.iter().filter(|defect| defect.severity == Severity::Error) {
        writeln!(console.err, "{}\n", diagnostics::defect(source, defect, styled))?;
    }
    Ok(())
}

/// The gateway of the manifest at `path`. Where it cannot be made, the reason is said.
pub(crate) fn gateway(
    path: &Path,
    manifest: &Manifest,
    console: &mut Console<'_>,
) -> Result<Gateway<Caller>, Stop> {
    build(manifest, &base(path)).or_else(|error| {
        console.error(&error.to_string())?;
        console.causes(&error)?;
        Err(Stop::Said(Exit::Failure))
    })
}

fn build(manifest: &Manifest, base: &Path) -> Result<Gateway<Caller>, BodiesError> {
    let policy = match manifest.policy {
        Policy::Open => OpenPolicy::<Caller>::new(),
        _ => return Err(BodiesError::UnsupportedPolicy),
    };
    let mut handlers = Handlers::new();
    for entry in manifest.resources.iter().filter(|entry| entry.serves == Serves::Handler) {
        handlers = handlers.bind(entry.definition.name(), Elsewhere);
    }
    Gateway::builder(policy)
        .resources(ManifestResources::with_handlers(manifest, base, handlers)?)
        .limits(manifest.limits.clone())
        .build()
        .map_err(BodiesError::Build)
}

/// In the place of a handler: an entry can be listed here, but the code that reads it is in another program.
struct Elsewhere;

impl Binding<Caller> for Elsewhere {
    async fn resolve(&self, _caller: &Caller, _request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Err(PlanError::failed(HandledElsewhere))
    }

    async fn read(&self, _caller: &Caller, _request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        Err(ReadError::failed(HandledElsewhere))
    }

    fn depends_on_caller(&self) -> bool {
        // Nothing is ever delivered, so the manifest's own word on caching stands.
        false
    }
}

/// The entry is read by code that this program does not have.
#[derive(Debug)]
pub(crate) struct HandledElsewhere;

impl fmt::Display for HandledElsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the entry says `handler: true`: it is read by code in another program, not by this one")
    }
}

impl Error for HandledElsewhere {}
