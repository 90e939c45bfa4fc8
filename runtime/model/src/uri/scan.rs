//! One pass over a URI's bytes that checks U1 and finds where the parts are.
//!
//! RFC 3986 in the shape that identifiers need: the generic syntax without user information, and with the
//! extra demand that escaped bytes decode to UTF-8. Linear in the length, no allocation.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::{UriError, UriErrorKind};

/// Where the parts of a checked URI are, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) scheme_end: usize,
    pub(crate) path_start: usize,
    pub(crate) path_end: usize,
    /// A bit for each slash among the first 64 bytes of the path.
    pub(crate) slashes: u64,
    /// Whether a segment may be `.` or `..`: one begins with a dot, or the path has more than 64 bytes.
    pub(crate) dotted: bool,
    pub(crate) escaped: bool,
}

impl Parts {
    pub(crate) const NONE: Self =
        Self { scheme_end: 0, path_start: 0, path_end: 0, slashes: 0, dotted: false, escaped: false };
}

/// Checks `bytes` against U1.
pub(crate) fn scan(bytes: &[u8]) -> Result<Parts, UriError> {
    let scheme_end = scheme_length(bytes).map_err(|kind| UriError::new(kind, 0))?;
    let mut escaped = false;
    let mut path_start = scheme_end + 1;
    if bytes.get(path_start..).is_some_and(|rest| rest.starts_with(b"//")) {
        path_start = authority(bytes, path_start + 2, &mut escaped)?;
    }
    let path_end = run(bytes, path_start, PATH, &mut escaped)?;
    let (slashes, dotted) = marks(bytes.get(path_start..path_end).unwrap_or_default());
    let mut at = path_end;
    if bytes.get(at) == Some(&b'?') {
        at = run(bytes, at + 1, QUERY, &mut escaped)?;
    }
    if bytes.get(at) == Some(&b'#') {
        at = run(bytes, at + 1, QUERY, &mut escaped)?;
    }
    if at < bytes.len() {
        return Err(UriError::new(UriErrorKind::BadCharacter, at));
    }
    Ok(Parts { scheme_end, path_start, path_end, slashes, dotted, escaped })
}

/// The length of the scheme at the start of `bytes`; its colon follows.
pub(crate) fn scheme_length(bytes: &[u8]) -> Result<usize, UriErrorKind> {
    if bytes.is_empty() {
        return Err(UriErrorKind::Empty);
    }
    let length = bytes.iter().take_while(|&&byte| class(byte) & SCHEME != 0).count();
    match bytes.get(length) {
        Some(b':') if bytes.first().is_some_and(u8::is_ascii_alphabetic) => Ok(length),
        // A colon before the first mark of another part shows that a scheme was meant.
        _ => {
            let mark = bytes.iter().find(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
            Err(if mark == Some(&b':') { UriErrorKind::BadScheme } else { UriErrorKind::MissingScheme })
        }
    }
}

/// Where the first slashes of a path are, and whether a segment of it may be a dot segment.
fn marks(path: &[u8]) -> (u64, bool) {
    let mut slashes = 0u64;
    let mut dots = 0u64;
    let (words, tail) = path.as_chunks::<8>();
    for (index, word) in words.iter().take(8).enumerate() {
        slashes |= equal_bytes(*word, b'/') << (8 * index);
        dots |= equal_bytes(*word, b'.') << (8 * index);
    }
    if words.len() < 8 {
        let word = tail.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)).to_le_bytes();
        slashes |= equal_bytes(word, b'/') << (8 * words.len());
        dots |= equal_bytes(word, b'.') << (8 * words.len());
    }
    // The first byte begins a segment, and so does each byte behind a slash.
    (slashes, dots & (slashes << 1 | 1) != 0 || path.len() > 64)
}

/// A bit for each byte of `word` that is `wanted`, the first byte's the lowest.
const fn equal_bytes(word: [u8; 8], wanted: u8) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    let differing = u64::from_le_bytes(word) ^ u64::from_le_bytes([wanted; 8]);
    // The high bit of each byte that is zero: adding carries into the high bit of every other one.
    let equal = !(((differing & LOW) + LOW) | differing | LOW);
    // Multiplying moves the eight bits next to each other, into the highest byte.
    (equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Checks the authority that begins at `start` and says where it ends.
fn authority(bytes: &[u8], start: usize, escaped: &mut bool) -> Result<usize, UriError> {
    let name_end = run(bytes, start, NAME, escaped);
    if let Ok(end) = name_end
        && matches!(bytes.get(end), None | Some(b'/' | b'?' | b'#'))
    {
        return Ok(end);
    }
    // Something else than a bare name: user information, a port, an IP literal, or a fault.
    let rest = bytes.get(start..).unwrap_or_default();
    let length = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let text = rest.get(..length).unwrap_or_default();
    if text.contains(&b'@') {
        return Err(UriError::new(UriErrorKind::UserInfo, start));
    }
    let is_literal = text.first() == Some(&b'[');
    let host_end = if is_literal {
        ip_literal(text).map(|length| start + length).ok_or(UriError::new(UriErrorKind::BadHost, start))?
    } else {
        name_end?
    };
    match text.get(host_end - start..).unwrap_or_default() {
        [] => Ok(host_end),
        [b':', port @ ..] => match port.iter().position(|byte| !byte.is_ascii_digit()) {
            None => Ok(start + length),
            Some(index) => Err(UriError::new(UriErrorKind::BadPort, host_end + 1 + index)),
        },
        _ if is_literal => Err(UriError::new(UriErrorKind::BadHost, host_end)),
        _ => Err(UriError::new(UriErrorKind::BadCharacter, host_end)),
    }
}

/// The length of the bracketed IP literal at the start of `text`, with its brackets.
fn ip_literal(text: &[u8]) -> Option<usize> {
    let close = text.iter().position(|&byte| byte == b']')?;
    let inner = std::str::from_utf8(text.get(1..close)?).ok()?;
    let valid = match inner.strip_prefix(['v', 'V']) {
        Some(future) => {
            let (version, address) = future.split_once('.')?;
            !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_hexdigit())
                && !address.is_empty()
                && address.bytes().all(|byte| byte == b':' || class(byte) & NAME != 0)
        }
        None => is_ipv6(inner),
    };
    valid.then_some(close + 1)
}

/// An RFC 3986 IPv6 address: what the standard library reads, without a zone.
fn is_ipv6(text: &str) -> bool {
    // An embedded IPv4 part must be the last one, which the parser of the standard library demands too.
    text.parse::<Ipv6Addr>().is_ok()
        && text.rsplit(':').next().is_none_or(|last| !last.contains('.') || last.parse::<Ipv4Addr>().is_ok())
}

/// Goes over the longest run of bytes of class `allowed` and of escapes from `start`, and says where it ends.
fn run(bytes: &[u8], start: usize, allowed: u8, escaped: &mut bool) -> Result<usize, UriError> {
    let mut at = start;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        // Whole words first: one test for eight bytes.
        let (words, _) = rest.as_chunks::<8>();
        let sound = |word: &&[u8; 8]| word.iter().fold(allowed, |all, &byte| all & class(byte)) != 0;
        let skipped = 8 * words.iter().take_while(sound).count();
        let rest = rest.get(skipped..).unwrap_or_default();
        at += skipped + rest.iter().position(|&byte| class(byte) & allowed == 0).unwrap_or(rest.len());
        if bytes.get(at) != Some(&b'%') {
            break;
        }
        *escaped = true;
        at += escaped_char(bytes, at)?;
    }
    // What ends a run is the mark of the next part, or a fault: then it is one in every part.
    match bytes.get(at) {
        Some(&byte) if class(byte) & (QUERY | MARK) == 0 => {
            Err(UriError::new(UriErrorKind::BadCharacter, at))
        }
        _ => Ok(at),
    }
}

/// The length of the escapes from `at` that make one UTF-8 character.
fn escaped_char(bytes: &[u8], at: usize) -> Result<usize, UriError> {
    let mut character = [0u8; 4];
    let [first, rest @ ..] = &mut character;
    *first = escape(bytes, at)?;
    let length = match *first {
        ..0x80 => return Ok(3),
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return Err(UriError::new(UriErrorKind::NotUtf8, at)),
    };
    for (index, slot) in rest.iter_mut().take(length - 1).enumerate() {
        let next = at + 3 * (index + 1);
        if bytes.get(next) != Some(&b'%') {
            return Err(UriError::new(UriErrorKind::NotUtf8, at));
        }
        *slot = escape(bytes, next)?;
    }
    match character.get(..length).map(std::str::from_utf8) {
        Some(Ok(_)) => Ok(3 * length),
        _ => Err(UriError::new(UriErrorKind::NotUtf8, at)),
    }
}

/// The byte that the escape at `at` stands for.
fn escape(bytes: &[u8], at: usize) -> Result<u8, UriError> {
    match bytes.get(at + 1..at + 3) {
        Some(&[high, low]) => crate::escape::hex_pair(high, low),
        _ => None,
    }
    .ok_or(UriError::new(UriErrorKind::BadEscape, at))
}

const SCHEME: u8 = 1;
/// `unreserved` and `sub-delims`: what a registered name may hold.
const NAME: u8 = 2;
/// `pchar` and the slash.
const PATH: u8 = 4;
/// `pchar`, the slash and the question mark: query and fragment.
const QUERY: u8 = 8;
/// What begins or ends a part, and is a fault in no place of its own.
const MARK: u8 = 16;

/// The classes to which a byte belongs.
#[allow(clippy::indexing_slicing, reason = "a u8 cannot lead out of a table of 256")]
fn class(byte: u8) -> u8 {
    CLASSES[byte as usize]
}

static CLASSES: [u8; 256] = classes();

#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler, over its own table")]
const fn classes() -> [u8; 256] {
    let mut table = [0u8; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' => SCHEME | NAME | PATH | QUERY,
            b'+' => SCHEME | NAME | PATH | QUERY,
            b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b',' | b';' | b'=' => {
                NAME | PATH | QUERY
            }
            b':' | b'@' | b'/' => PATH | QUERY,
            b'?' => QUERY,
            b'#' => MARK,
            _ => 0,
        };
        byte += 1;
    }
    table
}
