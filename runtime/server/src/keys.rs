//! Key rings of page tokens, as text (G25): what replicas are given so that each goes on with the others' pages.

use std::{error::Error, fmt, num::NonZeroUsize};

use wayleave::resource::PageKeys;

/// The keys that one ring may have. More than a few are never of use.
const MAX_KEYS: usize = 16;

/// Reads a key ring from text: one key of 64 hexadecimal digits a line, or several with commas between. The first
/// seals, and all of them open, so a new key is put in front and the oldest taken out. Empty lines, and what follows a
/// `#`, are passed over.
///
/// # Errors
/// See [`KeysError`]. No error holds a part of a key.
///
/// ```
/// let keys = wayleave_server::page_keys(&format!("# autumn\n{}\n", "5e".repeat(32)));
/// assert!(keys.is_ok());
/// assert!(wayleave_server::page_keys("secret").is_err());
/// ```
pub fn page_keys(text: &str) -> Result<PageKeys, KeysError> {
    let mut ring: Option<PageKeys> = None;
    let mut count = 0_usize;
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.split('#').next().unwrap_or_default();
        for word in content.split([',', ' ', '\t']).filter(|word| !word.is_empty()) {
            let bad = || NonZeroUsize::new(line).map_or(KeysError::Empty, |line| KeysError::Key { line });
            let key = key(word).ok_or_else(bad)?;
            count = count.saturating_add(1);
            if count > MAX_KEYS {
                return Err(KeysError::TooMany);
            }
            ring = Some(match ring {
                None => PageKeys::new(key),
                Some(ring) => ring.and_previous(key),
            });
        }
    }
    ring.ok_or(KeysError::Empty)
}

/// The 32 bytes of 64 hexadecimal digits.
fn key(word: &str) -> Option<[u8; 32]> {
    let mut key = [0; 32];
    if word.len() != 64 {
        return None;
    }
    for (byte, digits) in key.iter_mut().zip(word.as_bytes().chunks_exact(2)) {
        let [high, low] = digits else { return None };
        let digit = |digit: &u8| char::from(*digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        *byte = (digit(high)? << 4) | digit(low)?;
    }
    Some(key)
}

/// A text is no key ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeysError {
    /// There is no key in it.
    Empty,
    /// Something in it is no key.
    Key {
        /// The line it stands in, counted from 1.
        line: NonZeroUsize,
    },
    /// There are more keys than anyone rotates.
    TooMany,
}

impl KeysError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::Empty | Self::Key { .. } => {
                "write one key a line, each of 64 hexadecimal digits, such as `openssl rand -hex 32` makes"
            }
            Self::TooMany => "leave out old keys: a page token lasts ten minutes",
        }
    }
}

impl fmt::Display for KeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no page key"),
            Self::Key { line } => write!(f, "line {line} holds something that is no page key"),
            Self::TooMany => write!(f, "there are more than {MAX_KEYS} page keys"),
        }
    }
}

impl Error for KeysError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_of_keys() {
        let (a, b) = ("0a".repeat(32), "Bf".repeat(32));
        for text in [
            a.clone(),
            format!("{a}\n"),
            format!("{a}\r\n{b}\r\n"),
            format!("# new\n\n{a} # first\n{b}\n"),
            format!("{a},{b}"),
            format!("{a}, {b}"),
        ] {
            assert!(page_keys(&text).is_ok(), "{text:?}");
        }
        assert_eq!(key(&a), Some([0x0a; 32]));
        assert_eq!(key(&b), Some([0xbf; 32]));
    }

    // G25
    #[test]
    fn what_is_no_key_is_told_by_its_line() {
        let key = "0a".repeat(32);
        assert_eq!(page_keys("").unwrap_err(), KeysError::Empty);
        assert_eq!(page_keys(" # none\n").unwrap_err(), KeysError::Empty);
        for (text, line) in [
            ("secret".to_owned(), 1),
            (format!("{key}\n{key}0"), 2),
            (format!("{key}\n\n+{}", &key[1..]), 3),
            ("é".repeat(32), 1),
        ] {
            let error = page_keys(&text).unwrap_err();
            assert_eq!(error, KeysError::Key { line: NonZeroUsize::new(line).unwrap() });
            assert!(!format!("{error} {error:?}").contains("0a0a"));
        }
        assert_eq!(page_keys(&format!("{key}\n").repeat(17)).unwrap_err(), KeysError::TooMany);
    }
}
