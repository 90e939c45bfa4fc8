//! What a read through the gateway costs over calling its reader, under a policy that allows everything.
//!
//! `cargo bench -p wayleave-bench --bench gateway`

use std::{
    cell::RefCell,
    future::Future,
    hint::black_box,
    pin::pin,
    task::{Context, Poll, Waker},
};

use serde::Serialize;
use wayleave::prelude::*;
use wayleave_bench::{Way, measure};

/// What is aimed at for a small text: at most this over the reader, in nanoseconds, or twice the response.
const OVERHEAD: f64 = 2_000.0;
/// What is aimed at for a large one: the read and its JSON at most so many times the JSON alone.
const RATIO: f64 = 1.2;

fn main() {
    for (name, text) in [("plain", plain as fn(usize) -> String), ("escapes in every line", lines)] {
        small(name, text(1 << 10));
    }
    for (name, text) in [("plain", plain as fn(usize) -> String), ("escapes in every line", lines)] {
        large(name, text(1 << 20));
    }
}

fn plain(bytes: usize) -> String {
    "The quick brown fox jumps over the lazy dog. ".chars().cycle().take(bytes).collect()
}

fn lines(bytes: usize) -> String {
    "fn main() {\n\tprintln!(\"Hello, world.\");\n}\n".chars().cycle().take(bytes).collect()
}

/// A binding of one text.
struct Text(&'static str);

impl Text {
    async fn body(&self) -> Result<Payload, ReadError> {
        Ok(Payload::text(self.0))
    }
}

impl Binding<()> for Text {
    async fn resolve(&self, _caller: &(), request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, _caller: &(), _request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        self.body().await
    }
}

/// A result as an SDK would build it: texts of its own, and the metadata as a tree.
#[derive(Serialize)]
struct Response<'a> {
    contents: Vec<Content<'a>>,
    #[serde(rename = "_meta")]
    meta: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Content<'a> {
    uri: String,
    mime_type: String,
    text: &'a str,
}

fn response(text: &str) -> Response<'_> {
    let report = serde_json::json!({ "version": 1, "partial": false, "issues": [], "issuesOmitted": 0 });
    Response {
        contents: vec![Content { uri: URI.to_owned(), mime_type: "text/plain".to_owned(), text }],
        meta: serde_json::Map::from_iter([("go.phpboyscout.uk/mcp.resourceRead".to_owned(), report)]),
    }
}

const URI: &str = "asset://documents/report/2024";

/// A gateway that serves `text`, and the text.
fn gateway(text: String) -> Option<(Gateway<()>, &'static str)> {
    let text: &'static str = text.leak();
    let definition =
        Definition::builder("report").uri_template("asset://documents/{name}/{year}").build().ok()?;
    let gateway = Gateway::builder(OpenPolicy::new()).bind(definition, Text(text)).build().ok()?;
    Some((gateway, text))
}

/// Polls a future that is ready at once.
fn now<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

fn read(gateway: &Gateway<()>) -> Option<Bundle> {
    now(gateway.read(&(), URI))?.ok()
}

fn small(name: &str, text: String) {
    let Some((gateway, text)) = gateway(text) else { return };
    let reader = Text(text);
    let times = measure(
        &mut [
            Way::new("the reader", || now(black_box(&reader).body())),
            Way::new("the response", || response(text)),
            Way::new("the response and its JSON", || serde_json::to_string(&response(text))),
            Way::new("read", || read(&gateway)),
            Way::new("read and its JSON", || read(&gateway).map(|bundle| serde_json::to_string(&bundle))),
        ],
        400,
        500,
    );
    let [reader, response, written, read, read_written] = times[..] else { return };
    let over = read - reader;
    println!("1 KiB of text, {name}");
    println!("  the reader {reader:.0} ns, the response {response:.0} ns, with its JSON {written:.0} ns");
    println!("  through the gateway {read:.0} ns, with its JSON {read_written:.0} ns");
    let aim = OVERHEAD.max(2.0 * response);
    println!("  over the reader {over:.0} ns; aimed at {aim:.0} ns: {}", verdict(over <= aim));
}

fn large(name: &str, text: String) {
    let Some((gateway, text)) = gateway(text) else { return };
    let built = response(text);
    // One buffer for all, so that no way has more of the allocator's time than another.
    let buffer = RefCell::new(Vec::with_capacity(4 << 20));
    let times = measure(
        &mut [
            Way::new("JSON alone", || write(&buffer, &built)),
            Way::new("read", || read(&gateway)),
            Way::new("read and its JSON", || read(&gateway).map(|bundle| write(&buffer, &bundle))),
        ],
        600,
        1,
    );
    let [alone, read, read_written] = times[..] else { return };
    let ratio = read_written / alone;
    println!("1 MiB of text, {name}");
    println!(
        "  JSON alone {:.0} µs, the read {:.0} µs, both {:.0} µs",
        alone / 1e3,
        read / 1e3,
        read_written / 1e3
    );
    println!("  {ratio:.2} times the JSON; aimed at {RATIO}: {}", verdict(ratio <= RATIO));
}

fn write(buffer: &RefCell<Vec<u8>>, value: &impl Serialize) -> bool {
    let mut buffer = buffer.borrow_mut();
    buffer.clear();
    serde_json::to_writer(&mut *buffer, value).is_ok()
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "MISSED" }
}
