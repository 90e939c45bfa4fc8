//! What a server is sent and no text may repeat.

use std::{fmt, sync::Arc};

/// Values that may be secrets: headers with all that is in them, the keys of an address, variables of a program. Clones are
/// the same.
///
/// A server is a stranger, and may say again what it was sent. Whoever shows a server's texts asks here first.
///
/// ```
/// use wayleave_rmcp::client::Secrets;
///
/// let secrets = Secrets::new(["Bearer 6f1d0c9a77", "sid=c0ffee42; theme=dark"]);
/// assert!(secrets.are_in("no session c0ffee42"));
/// assert!(!secrets.are_in("no session"));
/// ```
#[derive(Clone, Default)]
pub struct Secrets(Arc<[Box<[u8]>]>);

/// Words before a token, which are in every other message about one.
const SCHEMES: [&[u8]; 4] = [b"basic", b"bearer", b"digest", b"negotiate"];
/// A shorter part of a value is a word like any other.
const SHORTEST: usize = 6;
/// So much of the beginning of one tells it: a text may be cut.
const TELLING: usize = 12;

impl Secrets {
    /// These values, and the parts of each.
    pub fn new<T: AsRef<[u8]>>(values: impl IntoIterator<Item = T>) -> Self {
        let mut secrets: Vec<Box<[u8]>> = Vec::new();
        for value in values {
            let value = value.as_ref();
            // A token behind a scheme is one, however short.
            let token = value.rsplit(|&byte| byte == b' ').next().unwrap_or_default();
            let scheme = |part: &[u8]| SCHEMES.iter().any(|scheme| part.eq_ignore_ascii_case(scheme));
            let parts = value.split(|byte| b" ,;:=&?\"".contains(byte));
            let parts = parts.filter(|part| part.len() >= SHORTEST && !scheme(part));
            for part in parts.chain([token]).filter(|part| !part.is_empty()) {
                secrets.push(part.get(..TELLING).unwrap_or(part).into());
            }
        }
        Self(secrets.into())
    }

    /// Whether a text holds one of them, or how a long one begins.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        let text = text.as_bytes();
        self.0.iter().any(|secret| text.windows(secret.len()).any(|part| part == &**secret))
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({})", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::Secrets;

    #[test]
    fn a_value_is_known_by_its_parts() {
        let secrets = Secrets::new([
            "Bearer s3cret",
            "sid=SECRETSID; theme=dark",
            "two SECRETWORDS v2",
            "",
            "?key=QUERYKEY&a=b",
        ]);
        for told in [
            "Bearer s3cret",
            "xs3cretx",
            "no session SECRETSID",
            "SECRETWORDS",
            "v2",
            "the key QUERYKEY is unknown",
        ] {
            assert!(secrets.are_in(told), "{told}");
        }
        for honest in ["", "the Bearer token has expired", "theme", "dark", "a=", "SECRE"] {
            assert!(!secrets.are_in(honest), "{honest}");
        }
        let long = Secrets::new(["0123456789abcdefghij"]);
        assert!(long.are_in("cut: 0123456789ab…") && !long.are_in("0123456789a"));
        assert!(!Secrets::default().are_in("anything"));
        assert_eq!(format!("{long:?}"), "Secrets(2)");
    }
}
