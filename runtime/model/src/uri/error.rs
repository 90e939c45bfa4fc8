//! Why a text is no resource identifier (U1): a kind to branch on, a byte offset, and what to write instead.

use std::fmt;

/// A breach of U1, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UriError {
    kind: UriErrorKind,
    offset: usize,
}

impl UriError {
    pub(crate) const fn new(kind: UriErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> UriErrorKind {
        self.kind
    }

    /// The byte at which the fault stands.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// What to write instead.
    #[must_use]
    pub const fn help(&self) -> &'static str {
        self.kind.help()
    }
}

impl fmt::Display for UriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind.message(), self.offset)
    }
}

impl std::error::Error for UriError {}

/// The ways in which a text breaks U1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UriErrorKind {
    /// The text is empty.
    Empty,
    /// A relative reference: no scheme and colon at the start.
    MissingScheme,
    /// What stands before the colon is no RFC 3986 scheme.
    BadScheme,
    /// An `@` in the authority.
    UserInfo,
    /// The host is no registered name, IPv4 address or bracketed IP literal.
    BadHost,
    /// What follows the host's colon is no number.
    BadPort,
    /// A `%` that two hexadecimal digits do not follow.
    BadEscape,
    /// Escapes that decode to bytes which are not UTF-8.
    NotUtf8,
    /// A character that RFC 3986 does not allow where it stands.
    BadCharacter,
}

impl UriErrorKind {
    /// The fixed message.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Empty => "the URI is empty",
            Self::MissingScheme => "the URI has no scheme",
            Self::BadScheme => "the scheme is not valid",
            Self::UserInfo => "the authority holds user information",
            Self::BadHost => "the host is not valid",
            Self::BadPort => "the port is not a number",
            Self::BadEscape => "`%` is not followed by two hexadecimal digits",
            Self::NotUtf8 => "the escaped bytes are not UTF-8",
            Self::BadCharacter => "this character may not stand in a URI here",
        }
    }

    /// What to write instead.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Self::Empty | Self::MissingScheme => {
                "write an absolute URI that begins with a scheme, such as `docs://handbook/welcome`"
            }
            Self::BadScheme => {
                "begin with a letter and go on with letters, digits, `+`, `-` or `.`, then a colon"
            }
            Self::UserInfo => {
                "leave out everything up to the `@`: identifiers carry no user name or password"
            }
            Self::BadHost => "write a name, an IPv4 address, or an IPv6 address in brackets, such as `[::1]`",
            Self::BadPort => "write only digits behind the host's colon, or leave the colon out",
            Self::BadEscape => "write a literal percent sign as `%25`",
            Self::NotUtf8 => "escape the bytes of the character's UTF-8 form, such as `%C3%A9` for `é`",
            Self::BadCharacter => {
                "percent-encode the bytes of the character's UTF-8 form, such as `%20` for a space"
            }
        }
    }
}
