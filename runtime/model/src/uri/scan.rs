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
    pub(crate) escaped: bool,
}

impl Parts {
    pub(crate) const NONE: Self = Self {
        scheme_end: 0,
        path_start: 0,
        path_end: 0,
        escaped: false,
    };
}

/// Checks `bytes` against U1.
pub(crate) fn scan(bytes: &[u8]) -> Result<Parts, UriError> {
    let scheme_end = scheme_length(bytes).map_err(|kind| UriError::new(kind, 0))?;
    let mut escaped = false;
    let mut path_start = scheme_end + 1;
    if bytes
        .get(path_start..)
        .is_some_and(|rest| rest.starts_with(b"//"))
    {
        path_start = authority(bytes, path_start + 2, &mut escaped)?;
    }
    let path_end = run(bytes, path_start, PATH, &mut escaped)?;
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
    Ok(Parts {
        scheme_end,
        path_start,
        path_end,
        escaped,
    })
}

/// The length of the scheme at the start of `bytes`; its colon follows.
pub(crate) fn scheme_length(bytes: &[u8]) -> Result<usize, UriErrorKind> {
    if bytes.is_empty() {
        return Err(UriErrorKind::Empty);
    }
    let length = bytes
        .iter()
        .take_while(|&&byte| class(byte) & SCHEME != 0)
        .count();
    match bytes.get(length) {
        Some(b':') if bytes.first().is_some_and(u8::is_ascii_alphabetic) => Ok(length),
        // A colon before the first mark of another part shows that a scheme was meant.
        _ => {
            let mark = bytes
                .iter()
                .find(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
            Err(if mark == Some(&b':') {
                UriErrorKind::BadScheme
            } else {
                UriErrorKind::MissingScheme
            })
        }
    }
}

/// Checks the authority that begins at `start` and says where it ends.
fn authority(bytes: &[u8], start: usize, escaped: &mut bool) -> Result<usize, UriError> {
    let length = bytes
        .iter()
        .skip(start)
        .position(|byte| matches!(byte, b'/' | b'?' | b'#'))
        .unwrap_or(bytes.len().saturating_sub(start));
    let end = start + length;
    let text = bytes.get(start..end).unwrap_or_default();
    if text.contains(&b'@') {
        return Err(UriError::new(UriErrorKind::UserInfo, start));
    }
    let host_end = if text.first() == Some(&b'[') {
        ip_literal(text)
            .map(|length| start + length)
            .ok_or(UriError::new(UriErrorKind::BadHost, start))?
    } else {
        // The slice ends with the authority, so the run stops there or at the port's colon.
        run(bytes.get(..end).unwrap_or_default(), start, NAME, escaped)?
    };
    match bytes.get(host_end..end).unwrap_or_default() {
        [] => Ok(end),
        [b':', port @ ..] => match port.iter().position(|byte| !byte.is_ascii_digit()) {
            None => Ok(end),
            Some(index) => Err(UriError::new(UriErrorKind::BadPort, host_end + 1 + index)),
        },
        _ if text.first() == Some(&b'[') => Err(UriError::new(UriErrorKind::BadHost, host_end)),
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
                && address
                    .bytes()
                    .all(|byte| byte == b':' || class(byte) & NAME != 0)
        }
        None => is_ipv6(inner),
    };
    valid.then_some(close + 1)
}

/// An RFC 3986 IPv6 address: what the standard library reads, without a zone.
fn is_ipv6(text: &str) -> bool {
    // An embedded IPv4 part must be the last one, which the parser of the standard library demands too.
    text.parse::<Ipv6Addr>().is_ok()
        && text
            .rsplit(':')
            .next()
            .is_none_or(|last| !last.contains('.') || last.parse::<Ipv4Addr>().is_ok())
}

/// Goes over the longest run of bytes of class `allowed` and of escapes from `start`, and says where it ends.
fn run(bytes: &[u8], start: usize, allowed: u8, escaped: &mut bool) -> Result<usize, UriError> {
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        if class(byte) & allowed != 0 {
            at += 1;
        } else if byte == b'%' {
            *escaped = true;
            at += escaped_char(bytes, at)?;
        } else {
            break;
        }
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

#[allow(
    clippy::indexing_slicing,
    reason = "evaluated by the compiler, over its own table"
)]
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
