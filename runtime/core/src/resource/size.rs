//! Sizes of the JSON that goes out, computed and not serialised (G21).

use serde::Serialize;
use wayleave_model::ReportKey;

use super::{Body, Item, Report, bundle::OneEntry};

/// The bytes of an item's JSON.
pub(super) fn item(item: &Item) -> usize {
    let content = match &item.body {
        Body::Text(text) => r#","text":"#.len() + string(text),
        Body::Bytes(bytes) => r#","blob":"""#.len() + base64(bytes.len()),
    };
    let meta = if item.meta.is_empty() { 0 } else { r#","_meta":"#.len() + json(&item.meta) };
    r#"{"uri":,"mimeType":}"#.len() + string(item.uri.as_str()) + string(&item.mime_type) + content + meta
}

/// The bytes of a result with items of `items` bytes in all, and the report as metadata.
pub(super) fn result(items: impl ExactSizeIterator<Item = usize>, report: &Report, key: &ReportKey) -> usize {
    let commas = items.len().saturating_sub(1);
    let fixed = r#"{"contents":[],"_meta":}"#.len() + commas + report_meta(report, key);
    items.fold(fixed, usize::saturating_add)
}

/// The bytes of the metadata that holds the report.
pub(super) fn report_meta(report: &Report, key: &ReportKey) -> usize {
    json(&OneEntry(key.as_str(), report))
}

/// The bytes of any value's JSON.
pub(super) fn json(value: &impl Serialize) -> usize {
    let mut counter = Counter(0);
    match serde_json::to_writer(&mut counter, value) {
        Ok(()) => counter.0,
        Err(_) => usize::MAX,
    }
}

/// The bytes of `text` as a JSON string, with its quotes.
pub(super) fn string(text: &str) -> usize {
    2 + text.bytes().map(|byte| usize::from(escaped(byte))).sum::<usize>()
}

/// The bytes of the base64 of `length` bytes.
pub(super) const fn base64(length: usize) -> usize {
    length.div_ceil(3).saturating_mul(4)
}

/// The bytes that a byte of a JSON string becomes.
#[allow(clippy::indexing_slicing, reason = "a u8 cannot lead out of a table of 256")]
fn escaped(byte: u8) -> u8 {
    ESCAPED[byte as usize]
}

static ESCAPED: [u8; 256] = escapes();

#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler, over its own table")]
const fn escapes() -> [u8; 256] {
    let mut table = [1; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = 6;
        byte += 1;
    }
    table[0x08] = 2;
    table[b'\t' as usize] = 2;
    table[b'\n' as usize] = 2;
    table[0x0C] = 2;
    table[b'\r' as usize] = 2;
    table[b'"' as usize] = 2;
    table[b'\\' as usize] = 2;
    table
}

struct Counter(usize);

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
