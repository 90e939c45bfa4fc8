//! Digests: SHA-256 over the canonical encoding, one domain for each kind of thing (C12).

use std::{fmt, str::FromStr};

use super::{
    encode::Encoder,
    hashing::{BytesHasher, Head},
};

const SCHEMA_DOMAIN: &str = "wayleave/catalog/schema";
const NAME_DOMAIN: &str = "wayleave/catalog/name";
const VERSION: u32 = 1;

/// A SHA-256 digest. Displays as `sha256:` and 64 hexadecimal digits, and parses from that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// A digest of these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first four bytes as eight hexadecimal digits: enough to tell a few things apart, and no more than that.
    #[must_use]
    pub fn short(&self) -> String {
        let [a, b, c, d, ..] = self.0;
        format!("{:08x}", u32::from_be_bytes([a, b, c, d]))
    }
}

/// What takes the digest of a schema's bytes.
#[inline]
pub(super) fn of_schema(bytes: &[u8]) -> BytesHasher<'_> {
    const HEAD: Head = Head::new(SCHEMA_DOMAIN, VERSION);
    BytesHasher::new(&HEAD, bytes)
}

/// The digest of a binding and a tool's raw name, which tells equal model names apart (C7).
pub(super) fn of_name(binding: &str, raw: &str) -> Digest {
    let mut encoder = Encoder::new(NAME_DOMAIN, VERSION);
    encoder.text(binding);
    encoder.text(raw);
    Digest(encoder.finish())
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        let digits = text.strip_prefix("sha256:").map(str::as_bytes).ok_or(ParseDigestError)?;
        let (pairs, []) = digits.as_chunks::<2>() else { return Err(ParseDigestError) };
        let mut bytes = [0; 32];
        if pairs.len() != bytes.len() {
            return Err(ParseDigestError);
        }
        for (byte, pair) in bytes.iter_mut().zip(pairs) {
            let digit = |digit: u8| match digit {
                b'0'..=b'9' => Ok(digit - b'0'),
                b'a'..=b'f' => Ok(digit - b'a' + 10),
                _ => Err(ParseDigestError),
            };
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

/// A text is no digest: `sha256:` and 64 hexadecimal digits in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDigestError;

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a digest is `sha256:` and 64 hexadecimal digits in lower case")
    }
}

impl std::error::Error for ParseDigestError {}
