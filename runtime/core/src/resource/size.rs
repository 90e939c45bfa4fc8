//! Sizes of the JSON that goes out, computed and not serialised (G21).

use std::iter;

use serde::Serialize;
use wayleave_model::ReportKey;

use super::{Body, Issue, Item, Report};

/// The bytes of an item's JSON.
pub(super) fn item(item: &Item) -> usize {
    let content = match item.body() {
        Body::Text(text) => r#","text":"#.len() + string(text),
        Body::Bytes(bytes) => r#","blob":"""#.len() + base64(bytes.len()),
    };
    let meta = if item.meta().is_empty() { 0 } else { r#","_meta":"#.len() + json(item.meta()) };
    r#"{"uri":,"mimeType":}"#.len() + string(item.uri().as_str()) + string(item.mime_type()) + content + meta
}

/// The bytes of a result with items of `items` bytes each, and metadata of `meta` bytes.
pub(super) fn result(items: impl ExactSizeIterator<Item = usize>, meta: usize) -> usize {
    let commas = items.len().saturating_sub(1);
    let fixed = r#"{"contents":[],"_meta":}"#.len() + commas + meta;
    items.fold(fixed, usize::saturating_add)
}

/// The bytes of the metadata that holds the report.
pub(super) fn report_meta(report: &Report, key: &ReportKey) -> usize {
    let commas = report.issues().len().saturating_sub(1);
    let issues = report.issues().iter().map(issue).sum::<usize>() + commas;
    let fixed = r#"{:{"version":1,"partial":,"issues":[],"issuesOmitted":}}"#.len();
    fixed + string(key.as_str()) + boolean(report.is_partial()) + issues + number(report.issues_omitted())
}

/// The bytes of an issue's JSON.
fn issue(issue: &Issue) -> usize {
    let code = issue.code();
    let uri = issue.uri().map_or(0, |uri| r#","uri":"#.len() + string(uri.as_str()));
    r#"{"code":,"message":,"retryable":}"#.len()
        + string(code.as_str())
        + string(code.message())
        + boolean(code.is_retryable())
        + uri
}

const fn boolean(value: bool) -> usize {
    if value { "true".len() } else { "false".len() }
}

/// The decimal digits of a number.
fn number(value: usize) -> usize {
    value.checked_ilog10().map_or(1, |power| power as usize + 1)
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
    let (blocks, rest) = text.as_bytes().as_chunks::<LANES>();
    // The rest is a block of its own, filled up with what takes no more than itself.
    let mut last = [b' '; LANES];
    if let Some(start) = last.get_mut(..rest.len()) {
        start.copy_from_slice(rest);
    }
    let mut bytes = 2 + text.len();
    // Whether there are any is seen sooner than how much they take. Text that has some mostly has more, and mostly from
    // its start.
    let (start, blocks) = blocks.split_at(blocks.len().min(4));
    let mut escapes = false;
    for blocks in iter::once(start).chain(blocks.chunks(FLUSH)).chain([[last].as_slice()]) {
        escapes = escapes || has_escapes(blocks);
        if escapes {
            bytes += extra_of(blocks);
        }
    }
    bytes
}

/// How many bytes are looked at side by side, in a way that compilers turn into vector instructions.
const LANES: usize = 32;
/// After how many blocks the lanes' counts, of a byte each, are taken down: none is over by then.
const FLUSH: usize = u8::MAX as usize / extra(0) as usize;

fn has_escapes(blocks: &[[u8; LANES]]) -> bool {
    let mut escapes = [false; LANES];
    for block in blocks {
        for (escapes, &byte) in escapes.iter_mut().zip(block) {
            *escapes |= byte < 0x20 || byte == b'"' || byte == b'\\';
        }
    }
    escapes.iter().fold(false, |any, &one| any | one)
}

fn extra_of(blocks: &[[u8; LANES]]) -> usize {
    let mut counts = [0_u8; LANES];
    for block in blocks {
        for (count, &byte) in counts.iter_mut().zip(block) {
            *count += extra(byte);
        }
    }
    counts.iter().map(|&count| usize::from(count)).sum()
}

/// The bytes that a byte of a JSON string takes beyond itself: five as `\u0000`, one as `\n`.
const fn extra(byte: u8) -> u8 {
    let control = (byte < 0x20) as u8 * 5;
    let short = matches!(byte, 0x08 | b'\t' | b'\n' | 0x0C | b'\r') as u8 * 4;
    let quoted = matches!(byte, b'"' | b'\\') as u8;
    control - short + quoted
}

/// The bytes of the base64 of `length` bytes.
pub(super) const fn base64(length: usize) -> usize {
    length.div_ceil(3).saturating_mul(4)
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
