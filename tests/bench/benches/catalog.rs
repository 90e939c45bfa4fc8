//! Building a generation of 10,000 tools of 540 bytes beside hashing and copying the same bytes alone.
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

fn main() -> Result<(), DefectError> {
    let handshake = Handshake::new(
        ProtocolVersion::new("2026-07-28")?,
        Capabilities::parse(r#"{"tools":{"listChanged":true}}"#)?,
    );
    let discovery = Discovery::new(BindingName::new("bench")?, handshake);
    for (order, shuffled) in [("in order", false), ("in no order", true)] {
        let sources = sources(10_000, shuffled);
        let bytes: usize = sources.iter().map(Source::bytes).sum();
        // A digest is of the canonical order, so that is the order in which bytes are hashed at the least.
        let mut canonical: Vec<&Source> = sources.iter().collect();
        canonical.sort_by(|one, other| one.name.cmp(&other.name));
        let pages: Vec<Page> = pages(&sources);
        let lister = Pages(&pages);
        compare(
            &format!("10,000 tools of {} bytes, {order}", bytes / sources.len()),
            &mut [
                Way::new("discovered from pages of 100, as JSON", || {
                    ready(discover(&lister, &discovery, &Still)).and_then(Result::ok)
                }),
                Way::new("built from texts", || build(&discovery, &sources).ok()),
                Way::new("all bytes hashed at once, and copied at once", || at_once(&canonical)),
                Way::new("each schema and all the rest hashed, each text copied", || floor(&canonical)),
            ],
            40,
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

/// What no generation can do without: a digest of each schema, one of everything else, and its own texts.
fn floor(sources: &[&Source]) -> (Vec<[Box<str>; 4]>, [u8; 32]) {
    let mut whole = Sha256::new();
    let mut gathered = Vec::with_capacity(16 * 1024);
    let copies = sources
        .iter()
        .map(|source| {
            gathered.extend_from_slice(&Sha256::digest(source.schema.as_bytes()));
            let texts = [&source.name, &source.title, &source.description];
            texts.iter().for_each(|text| gathered.extend_from_slice(text.as_bytes()));
            if gathered.len() > 8 * 1024 {
                whole.update(&gathered);
                gathered.clear();
            }
            [&source.name, &source.title, &source.description, &source.schema]
                .map(|text| text.as_str().into())
        })
        .collect();
    whole.update(&gathered);
    (copies, whole.finalize().into())
}

fn at_once(sources: &[&Source]) -> (String, [u8; 32]) {
    let mut copy = String::with_capacity(6_000_000);
    for source in sources {
        for text in [&source.name, &source.title, &source.description, &source.schema] {
            copy.push_str(text);
        }
    }
    let hash = Sha256::digest(copy.as_bytes()).into();
    (copy, hash)
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
