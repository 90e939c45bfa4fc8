//! Why a server could not serve.

use std::{error::Error, fmt, io, net::SocketAddr};

/// Why a server could not serve, or how it ended otherwise than well.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened on.
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The conversation over a pair of streams could not be begun.
    Handshake {
        /// What the SDK says.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The server was ended at once, with requests perhaps under way.
    Cut,
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen { address, .. } => write!(f, "{address} cannot be listened on"),
            Self::Handshake { .. } => f.write_str("the client did not begin as the protocol says"),
            Self::Cut => f.write_str("the server was ended before what was under way was finished"),
        }
    }
}

impl Error for ServeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Listen { source, .. } => Some(source),
            Self::Handshake { source } => Some(&**source),
            Self::Cut => None,
        }
    }
}
