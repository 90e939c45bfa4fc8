//! Why a server could not be asked. No text here holds a header, an address, a variable, or what a peer sent unescaped.

use std::{error::Error, fmt, io};

use wayleave::catalog::{DefectError, Quote};

/// Why a connection or a call failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClientError {
    /// The server's program could not be started.
    Spawn(io::Error),
    /// The connection has ended.
    Closed,
    /// The server took too long.
    Timeout,
    /// A message is larger than it may be. It was refused when its bytes went over that, not after.
    TooLarge {
        /// The most bytes that it may have.
        limit: usize,
    },
    /// A message is nested deeper than it may be. It was refused before it was parsed.
    TooDeep {
        /// The most levels that it may have.
        limit: usize,
    },
    /// What came is no JSON-RPC message, no result of this call, or no place to send messages to.
    Malformed,
    /// The server answered with an error.
    Server(ServerError),
    /// The result is of another kind than a list or a handshake can have; so the server wants something first.
    Incomplete,
    /// There is no protocol version that both sides speak.
    NoCommonVersion {
        /// What the server speaks, as far as it said so: at most 16 versions.
        offered: Vec<Quote>,
    },
    /// The handshake is not what the protocol says.
    Handshake(DefectError),
    /// The server answered with an HTTP status that is no success.
    Http {
        /// The status.
        status: u16,
    },
    /// The server sent the client elsewhere, which it does not follow.
    Redirected {
        /// The status.
        status: u16,
    },
    /// The server, over HTTP+SSE, wants messages at another scheme, host or port than its own. They are not sent there,
    /// since the headers go with them.
    OtherOrigin,
    /// An HTTP answer is neither JSON nor a stream of events, or is compressed.
    ContentType,
    /// The server has forgotten the session. Only a new connection helps.
    SessionEnded,
    /// There is no way to the server, or it broke off.
    Unreachable(Box<dyn Error + Send + Sync>),
    /// Where the server is, or what it is to be sent, is not valid.
    Endpoint(EndpointFault),
    /// There is no TLS: why is in the text.
    Tls(Box<dyn Error + Send + Sync>),
}

/// What is wrong with the description of an HTTP server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndpointFault {
    /// It is no absolute `http` or `https` URL.
    Url,
    /// It holds a user's name or password.
    UserInfo,
    /// It is `https`, and this build has no TLS.
    NoTls,
    /// A header's name or value is not valid.
    Header,
    /// A header is one that the transport itself sets.
    ReservedHeader,
    /// Headers would go over the network for all to read.
    PlainText,
}

impl ClientError {
    /// The server's error, if it answered with one.
    #[must_use]
    pub fn as_server(&self) -> Option<&ServerError> {
        match self {
            Self::Server(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spawn(_) => f.write_str("the server's program could not be started"),
            Self::Closed => f.write_str("the connection to the server has ended"),
            Self::Timeout => f.write_str("the server took too long"),
            Self::TooLarge { limit } => write!(f, "the server sent a message of more than {limit} bytes"),
            Self::TooDeep { limit } => write!(f, "the server sent a message of more than {limit} levels"),
            Self::Malformed => f.write_str("the server sent something that is no answer"),
            Self::Server(error) => error.fmt(f),
            Self::Incomplete => f.write_str("the server asks for something before it answers"),
            Self::NoCommonVersion { offered } => {
                f.write_str("the server speaks no known protocol version")?;
                let mut before = ": ";
                for version in offered {
                    write!(f, "{before}{version}")?;
                    before = ", ";
                }
                Ok(())
            }
            Self::Handshake(_) => f.write_str("the server's handshake is not valid"),
            Self::Http { status } => write!(f, "the server answered with HTTP status {status}"),
            Self::Redirected { status } => {
                write!(f, "the server redirects, with HTTP status {status}, which is not followed")
            }
            Self::OtherOrigin => {
                f.write_str("the server wants messages at another origin, which is not followed")
            }
            Self::ContentType => f.write_str("the server's answer is neither plain JSON nor events"),
            Self::SessionEnded => f.write_str("the server has ended the session"),
            Self::Unreachable(_) => f.write_str("the server could not be reached"),
            Self::Endpoint(fault) => fault.fmt(f),
            Self::Tls(_) => f.write_str("TLS could not be set up"),
        }
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Spawn(error) => Some(error),
            Self::Handshake(error) => Some(error),
            Self::Unreachable(error) | Self::Tls(error) => Some(&**error),
            _ => None,
        }
    }
}

impl fmt::Display for EndpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Url => "the server's address is no absolute http or https URL",
            Self::UserInfo => "the server's address holds a user's name: use a header",
            Self::NoTls => "the server's address is https, and this build has no TLS",
            Self::Header => "a header for the server is not valid",
            Self::ReservedHeader => "a header for the server is one that the transport sets",
            Self::PlainText => "headers for the server would go over the network unencrypted: use https",
        })
    }
}

impl Error for EndpointFault {}

/// A JSON-RPC error from a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerError {
    code: i64,
    message: Option<Quote>,
}

impl ServerError {
    pub(crate) fn new(code: i64, message: Option<Quote>) -> Self {
        Self { code, message }
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> i64 {
        self.code
    }

    /// What the server said, escaped and cut. None where it repeats a secret that it was sent.
    #[must_use]
    pub fn message(&self) -> Option<&Quote> {
        self.message.as_ref()
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server answered with error {}", self.code)?;
        match &self.message {
            Some(message) => write!(f, ": {message}"),
            None => Ok(()),
        }
    }
}

impl Error for ServerError {}
