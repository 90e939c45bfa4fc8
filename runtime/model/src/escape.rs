//! Percent escapes: decoding a segment once, the admission of decoded values, encoding (U6, U8).

use std::borrow::Cow;

use crate::CaptureFault;

/// The byte that two hexadecimal digits stand for.
pub(crate) fn hex_pair(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

/// The bytes of `segment` with its escapes decoded once. `segment` is part of a checked URI.
pub(crate) fn decode(segment: &str) -> Cow<'_, str> {
    if !segment.as_bytes().contains(&b'%') {
        return Cow::Borrowed(segment);
    }
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        match (byte, tail) {
            (b'%', &[high, low, ref behind @ ..]) if hex_pair(high, low).is_some() => {
                bytes.extend(hex_pair(high, low));
                rest = behind;
            }
            _ => {
                bytes.push(byte);
                rest = tail;
            }
        }
    }
    // A checked URI decodes to UTF-8 (U1), so nothing is ever replaced here.
    Cow::Owned(
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    )
}

/// Whether a decoded value may be a capture (U6).
pub(crate) fn admit(value: &str) -> Result<(), CaptureFault> {
    match value {
        "" => Err(CaptureFault::Empty),
        "." | ".." => Err(CaptureFault::DotSegment),
        _ => match value.bytes().find(|byte| matches!(byte, b'/' | b'\\' | 0)) {
            None => Ok(()),
            Some(0) => Err(CaptureFault::Nul),
            Some(_) => Err(CaptureFault::Separator),
        },
    }
}

/// Appends `value` with everything outside RFC 3986 *unreserved* percent-encoded, hex in upper case (U8).
pub(crate) fn encode(value: &str, into: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |nibble: u8| HEX.get(usize::from(nibble)).map_or('0', |&byte| byte as char);
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            into.push(byte as char);
        } else {
            into.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
}
