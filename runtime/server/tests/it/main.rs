//! Servers as clients see them: bytes over TCP and lines over a pair of streams.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

mod direct;
mod ending;
mod guard;
mod keys;
mod limits;
mod lines;
mod revisions;
mod slow;
mod watch;
mod wire;

use std::path::Path;

use wayleave_manifest::{Manifest, Source, check};
use wayleave_server::{HttpOptions, ServedManifest, Shutdown};

use wire::Running;

/// A small manifest; `more` are further entries.
fn source(more: &str) -> Source {
    Source::new(
        "test.yaml",
        format!(
            "\
wayleave: 1
server: {{ name: hall, version: 1.2.3, title: The hall, instructions: Read the welcome first. }}
policy: open
limits: {{ pageSize: 2 }}
resources:
  - {{ name: welcome, uri: 'hall://h/welcome', body: {{ text: Welcome. }} }}
  - {{ name: rules, uri: 'hall://h/rules', body: {{ text: Be kind. }} }}
  - {{ name: tour, uri: 'hall://h/tour', body: {{ text: Mind the step. }} }}
  - {{ name: greeting, uriTemplate: 'hall://h/greet/{{who}}', body: {{ template: 'Hello, {{{{ who }}}}.' }} }}
{more}"
        ),
    )
}

fn manifest(source: &Source) -> Manifest {
    let checked = check(source, None);
    let defects: Vec<String> = checked.defects.iter().map(|defect| defect.render(source)).collect();
    checked.manifest.unwrap_or_else(|| panic!("{}", defects.join("\n")))
}

fn served() -> ServedManifest {
    ServedManifest::new(&manifest(&source("")), Path::new("."), None).unwrap()
}

/// The small manifest, served over HTTP on a port of its own.
async fn running(options: HttpOptions) -> Running {
    let shutdown = Shutdown::new();
    let server = served().server().shutdown(&shutdown);
    let server = server.bind("127.0.0.1:0".parse().unwrap(), options).await.unwrap();
    Running::new(server, shutdown)
}
