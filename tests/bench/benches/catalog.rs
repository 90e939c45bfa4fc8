//! Building a generation of 10,000 tools of 540 bytes beside hashing and copying the same bytes alone.
//!
//! What stands beside it is what no generation can do without: every text is copied once, into one piece of memory that
//! has room for all; every schema is hashed once; and once everything else that a generation's digest covers, in the order
//! of the names (C12). So it comes to the very digest of the generation, which is made sure of before anything is
//! measured. The order and the names for models are given to it: finding them is a generation's own work, and so is every
//! check.
//!
//! `cargo bench -p wayleave-bench --bench catalog`

use std::{
    future::Future,
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
    time::{Duration, SystemTime},
};

use sha2::{Digest as _, Sha256};
use wayleave::{
    catalog::{
        BindingName, Builder, Capabilities, DefectError, Discovery, Generation, Handshake, Lister, Page,
        ProtocolVersion, ToolSpec, discover,
    },
    clock::Clock,
};
use wayleave_bench::{
    Way,
    catalog::{Source, sources},
    compare,
};

const SCHEMA_DOMAIN: &str = "wayleave/catalog/schema";
const BINDING: &str = "bench";
const PROTOCOL: &str = "2026-07-28";
const CAPABILITIES: &str = r#"{"tools":{"listChanged":true}}"#;

fn main() -> Result<(), DefectError> {
    let handshake = Handshake::new(ProtocolVersion::new(PROTOCOL)?, Capabilities::parse(CAPABILITIES)?);
    let discovery = Discovery::new(BindingName::new(BINDING)?, handshake);
    for (order, shuffled) in [("in order", false), ("in no order", true)] {
        let sources = sources(10_000, shuffled);
        let bytes: usize = sources.iter().map(Source::bytes).sum();
        let given = Given::of(&sources);
        assert_eq!(hash_and_copy(&sources, &given).2, *build(&discovery, &sources)?.digest().as_bytes());
        let pages: Vec<Page> = pages(&sources);
        let lister = Pages(&pages);
        compare(
            &format!("10,000 tools of {} bytes, {order}", bytes / sources.len()),
            &mut [
                Way::new("discovered from pages of 100, as JSON", || {
                    ready(discover(&lister, &discovery, &Still)).and_then(Result::ok)
                }),
                Way::new("built from texts", || build(&discovery, &sources).ok()),
                Way::new("the same bytes hashed and copied", || hash_and_copy(&sources, &given)),
            ],
            200,
            1,
        );
    }
    Ok(())
}

fn build(discovery: &Discovery, sources: &[Source]) -> Result<Generation, DefectError> {
    Builder::new(discovery.binding.clone(), discovery.handshake.clone())
        .tools(sources.iter().map(|source| {
            ToolSpec::new(&source.name)
                .with_title(&source.title)
                .with_description(&source.description)
                .with_input_schema(&source.schema)
        }))
        .build()
}

/// What is given beside the texts.
struct Given<'a> {
    /// The tools in the order of their names: where each stands among the others, and its name for models.
    canonical: Vec<(usize, &'a Source, String)>,
    /// The bytes of all texts.
    bytes: usize,
}

impl<'a> Given<'a> {
    fn of(sources: &'a [Source]) -> Self {
        let named = |(place, source): (usize, &'a Source)| {
            (place, source, format!("mcp__{BINDING}__{}", source.name))
        };
        let mut canonical: Vec<_> = sources.iter().enumerate().map(named).collect();
        canonical.sort_by_key(|(_, source, _)| &source.name);
        let bytes = canonical.iter().map(|(_, source, model_name)| source.bytes() + model_name.len()).sum();
        Self { canonical, bytes }
    }
}

/// What no generation can do without: a copy of all texts, a digest of each schema, and one of everything.
fn hash_and_copy(sources: &[Source], given: &Given<'_>) -> (String, Vec<[u8; 32]>, [u8; 32]) {
    let mut copy = String::with_capacity(given.bytes);
    let schemas: Vec<[u8; 32]> = sources
        .iter()
        .map(|Source { name, title, description, schema }| {
            let mut hasher = Sha256::new();
            hasher.update((SCHEMA_DOMAIN.len() as u64).to_be_bytes());
            hasher.update(SCHEMA_DOMAIN);
            hasher.update(1u32.to_be_bytes());
            hasher.update((schema.len() as u64).to_be_bytes());
            hasher.update(schema);
            let digest = hasher.finalize().into();
            [name, title, description, schema].into_iter().for_each(|text| copy.push_str(text));
            digest
        })
        .collect();

    // Many small writes cost less than many small updates.
    let mut gathered = Vec::with_capacity(16 * 1024);
    let mut hasher = Sha256::new();
    put(&mut gathered, "wayleave/catalog");
    gathered.extend(1u32.to_be_bytes());
    [BINDING, PROTOCOL, CAPABILITIES].into_iter().for_each(|text| put(&mut gathered, text));
    // Neither an identity of the server nor instructions.
    gathered.extend([0; 2]);
    gathered.extend((sources.len() as u64).to_be_bytes());
    for (place, Source { name, title, description, .. }, model_name) in &given.canonical {
        copy.push_str(model_name);
        put(&mut gathered, name);
        put(&mut gathered, model_name);
        for text in [title, description] {
            gathered.push(1);
            put(&mut gathered, text);
        }
        gathered.extend_from_slice(schemas.get(*place).map(<[u8; 32]>::as_slice).unwrap_or_default());
        // Neither an output schema nor hints.
        gathered.extend([0; 2]);
        if gathered.len() > 8 * 1024 {
            hasher.update(&gathered);
            gathered.clear();
        }
    }
    // No prompts, resources and templates.
    gathered.extend([0; 3 * 8]);
    hasher.update(&gathered);
    (copy, schemas, hasher.finalize().into())
}

/// Writes a text as the encoding has it.
fn put(into: &mut Vec<u8>, text: &str) {
    into.extend((text.len() as u64).to_be_bytes());
    into.extend_from_slice(text.as_bytes());
}

fn pages(sources: &[Source]) -> Vec<Page> {
    let chunks: Vec<_> = sources.chunks(100).collect();
    let page = |(index, chunk): (usize, &&[Source])| {
        let items: Vec<String> = chunk
            .iter()
            .map(|Source { name, title, description, schema }| {
                format!(
                    r#"{{"name":"{name}","title":"{title}","description":"{description}","inputSchema":{schema}}}"#
                )
            })
            .collect();
        let next = index + 1;
        let cursor = if next < chunks.len() { format!(r#","nextCursor":"{next}""#) } else { String::new() };
        Page::new(format!(r#"{{"tools":[{}]{cursor}}}"#, items.join(",")))
    };
    chunks.iter().enumerate().map(page).collect()
}

/// Pages that are there at once.
struct Pages<'a>(&'a [Page]);

impl Lister for Pages<'_> {
    type Error = String;

    async fn tools(&self, cursor: Option<&str>) -> Result<Page, String> {
        let index: usize = cursor.map_or(Ok(0), str::parse).map_err(|_| "no such page")?;
        self.0.get(index).cloned().ok_or_else(|| "no such page".to_owned())
    }

    async fn prompts(&self, _: Option<&str>) -> Result<Page, String> {
        Err("there are none".to_owned())
    }

    async fn resources(&self, _: Option<&str>) -> Result<Page, String> {
        Err("there are none".to_owned())
    }

    async fn resource_templates(&self, _: Option<&str>) -> Result<Page, String> {
        Err("there are none".to_owned())
    }
}

/// A clock that stands still.
struct Still;

impl Clock for Still {
    fn wall(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }

    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn sleep(&self, _: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + 'static>> {
        Box::pin(std::future::pending())
    }
}

/// What a future comes to that never waits.
fn ready<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}
