//! Percent escapes: decoding a segment once, the admission of decoded values, encoding (U6, U8).

use std::borrow::Cow;

use crate::CaptureFault;

/// The byte that two hexadecimal digits stand for.
pub(crate) fn hex_pair(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

/// The text of `segment` with its escapes decoded once. `segment` is part of a checked URI.
pub(crate) fn decode(segment: &str) -> Cow<'_, str> {
    if !segment.as_bytes().contains(&b'%') {
        return Cow::Borrowed(segment);
    }
    let mut bytes = Vec::with_capacity(segment.len());
    bytes.extend(decoded(segment.as_bytes()));
    // A checked URI decodes to UTF-8 (U1), so nothing is ever replaced here.
    Cow::Owned(
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    )
}

/// The bytes of `segment` with its escapes decoded once.
pub(crate) fn decoded(segment: &[u8]) -> impl Iterator<Item = u8> {
    let mut rest = segment;
    std::iter::from_fn(move || {
        let (&byte, tail) = rest.split_first()?;
        rest = tail;
        if byte != b'%' {
            return Some(byte);
        }
        let &[high, low, ref behind @ ..] = tail else { return Some(byte) };
        let Some(byte) = hex_pair(high, low) else { return Some(byte) };
        rest = behind;
        Some(byte)
    })
}

/// Whether a segment of a checked URI may be a capture, once it is decoded (U6).
pub(crate) fn admit_segment(segment: &str) -> Result<(), CaptureFault> {
    admit_bytes(decoded(segment.as_bytes()))
}

/// Whether a decoded value may be a capture (U6).
pub(crate) fn admit(value: &str) -> Result<(), CaptureFault> {
    admit_bytes(value.bytes())
}

fn admit_bytes(bytes: impl Iterator<Item = u8>) -> Result<(), CaptureFault> {
    let mut dots = 0;
    let mut length = 0;
    for byte in bytes {
        match byte {
            0 => return Err(CaptureFault::Nul),
            b'/' | b'\\' => return Err(CaptureFault::Separator),
            b'.' => dots += 1,
            _ => {}
        }
        length += 1;
    }
    match (length, dots) {
        (0, _) => Err(CaptureFault::Empty),
        (1, 1) | (2, 2) => Err(CaptureFault::DotSegment),
        _ => Ok(()),
    }
}

/// Appends `value` with everything outside RFC 3986 *unreserved* percent-encoded, hex in upper case (U8).
pub(crate) fn encode(value: &str, into: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |nibble: u8| HEX.get(usize::from(nibble)).map_or('0', |&byte| byte as char);
    for byte in value.bytes() {
        if is_unreserved(byte) {
            into.push(byte as char);
        } else {
            into.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
}

/// Whether a byte stands for itself wherever it stands (RFC 3986 *unreserved*).
pub(crate) const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}
