//! What a connection goes over.

use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(feature = "client-http")]
use super::http::HttpLink;
use super::{
    ClientError, Secrets,
    message::{Outgoing, Refusal},
    stream::{Outcome, StreamLink},
};

pub(crate) enum Link {
    Stream(StreamLink),
    #[cfg(feature = "client-http")]
    Http(Box<HttpLink>),
}

/// Whether a server tells of changes over this connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// It did, until now.
    Ended,
    /// It does not.
    Never,
}

impl Link {
    /// Sends a request and waits, for as long as it takes, for what it comes to.
    pub(crate) async fn call(&self, id: u64, request: &Outgoing) -> Outcome {
        match self {
            Self::Stream(link) => link.call(id, request).await,
            #[cfg(feature = "client-http")]
            Self::Http(link) => link.call(id, request).await,
        }
    }

    pub(crate) async fn notify(&self, notification: &Outgoing) -> Result<(), ClientError> {
        match self {
            Self::Stream(link) => link.notify(notification).await,
            #[cfg(feature = "client-http")]
            Self::Http(link) => link.notify(notification).await,
        }
    }

    /// Holds open what notifications of the older revisions come over, for as long as that lasts.
    pub(crate) async fn listen(&self) -> Result<Told, ClientError> {
        match self {
            Self::Stream(link) => {
                link.ended().await;
                Err(ClientError::Closed)
            }
            #[cfg(feature = "client-http")]
            Self::Http(link) => link.listen().await,
        }
    }

    /// Completes when there is no connection any more; never where each request has its own.
    pub(crate) async fn ended(&self) {
        match self {
            Self::Stream(link) => link.ended().await,
            #[cfg(feature = "client-http")]
            Self::Http(_) => std::future::pending().await,
        }
    }

    /// Whether what went wrong with one request leaves others with a chance.
    pub(crate) fn outlives(&self, error: &ClientError) -> bool {
        match error {
            ClientError::Closed | ClientError::Unreachable(_) => !matches!(self, Self::Stream(_)),
            ClientError::Http { status } => *status == 429 || *status >= 500,
            _ => false,
        }
    }

    pub(crate) fn as_stream(&self) -> Option<&StreamLink> {
        match self {
            Self::Stream(link) => Some(link),
            #[cfg(feature = "client-http")]
            Self::Http(_) => None,
        }
    }

    /// The error that a refusal is.
    pub(crate) fn refusal(&self, refusal: Refusal) -> ClientError {
        refusal.into_error(self.secrets())
    }

    /// What no error may repeat.
    pub(crate) fn secrets(&self) -> &Secrets {
        match self {
            Self::Stream(link) => link.secrets(),
            #[cfg(feature = "client-http")]
            Self::Http(link) => link.secrets(),
        }
    }

    /// Ends the connection, and the session if there is one.
    pub(crate) async fn close(&self) {
        match self {
            Self::Stream(link) => link.close(),
            #[cfg(feature = "client-http")]
            Self::Http(link) => link.close().await,
        }
    }
}

/// The numbers of a connection's requests.
#[derive(Debug, Default)]
pub(crate) struct Calls(AtomicU64);

impl Calls {
    /// Goes on from this number, if not past it already.
    pub(crate) fn skip_to(&self, number: u64) {
        self.0.fetch_max(number, Ordering::Relaxed);
    }

    pub(crate) fn next(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}
