//! The beginning of a connection: which revision both sides speak, and what the server says of itself.
//!
//! A client of the newest revision asks `server/discover`. Whatever an older server makes of that, except a word that
//! only a new one knows, means `initialize`.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{json, value::RawValue};
use tokio::time::timeout;
use wayleave::catalog::{Handshake, ProtocolVersion, Quote};

use super::{
    ClientError,
    link::{Calls, Link},
    message::{Answer, Method, Outgoing, Refusal},
    options::{Opening, Options},
    revision::Revision,
    step::Step,
};

/// The codes that only a server of 2026-07-28 or later answers with.
mod code {
    pub(super) const HEADER_MISMATCH: i64 = -32020;
    pub(super) const MISSING_CAPABILITY: i64 = -32021;
    pub(super) const UNSUPPORTED_VERSION: i64 = -32022;
}

/// What a handshake came to.
pub(crate) struct Opened {
    pub(crate) revision: Revision,
    pub(crate) handshake: Handshake,
    /// The JSON of the result that says so.
    pub(crate) result: Box<str>,
}

/// Opens a connection.
pub(crate) async fn open(link: &Link, calls: &Calls, options: &Options) -> Result<Opened, ClientError> {
    let opening = Begin { link, calls, options };
    let refused = |refusal| link.refusal(refusal);
    let (probe, call) = (options.probe_timeout, options.call_timeout);
    match options.opening {
        Opening::Initialize => opening.initialize().await?.map_err(refused),
        Opening::Discover => {
            let discovered = opening.discover(call).await?;
            discovered.ok_or(ClientError::NoCommonVersion { offered: Vec::new() })
        }
        Opening::Newest => {
            if let Some(opened) = opening.discover(probe).await? {
                return Ok(opened);
            }
            match opening.initialize().await? {
                // It was only slow to begin with, and has taken the first question after all.
                Err(refusal) if refusal.code == code::UNSUPPORTED_VERSION => {
                    opening.discover(call).await?.ok_or_else(|| refused(refusal))
                }
                outcome => outcome.map_err(refused),
            }
        }
    }
}

struct Begin<'a> {
    link: &'a Link,
    calls: &'a Calls,
    options: &'a Options,
}

impl Begin<'_> {
    /// Asks for the newest revision; none if the server knows `initialize` alone.
    async fn discover(&self, most: Duration) -> Result<Option<Opened>, ClientError> {
        let revision = Revision::NEWEST;
        let request = Outgoing::new(Method::Discover, Some(revision), json!({}), self.options);
        self.options.steps.tell(Step::Discover);
        match self.call(&request, most).await {
            Ok(Ok(result)) => self.discovered(result.complete()?),
            Ok(Err(refusal)) => self.refused(refusal),
            // One that says nothing may be waiting for `initialize`.
            Err(ClientError::Timeout) if self.options.opening == Opening::Newest => {
                self.options.steps.tell(Step::Unanswered);
                Ok(None)
            }
            Err(ClientError::Http { status }) if means_older(status) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn discovered(&self, result: Answer) -> Result<Option<Opened>, ClientError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Supported<'a> {
            #[serde(borrow)]
            supported_versions: Option<Vec<&'a RawValue>>,
        }
        let supported: Supported<'_> =
            serde_json::from_str(result.as_str()).map_err(|_| ClientError::Malformed)?;
        let versions = supported.supported_versions.unwrap_or_default();
        let versions: Vec<String> =
            versions.iter().filter_map(|version| serde_json::from_str(version.get()).ok()).collect();
        let Some(revision) = newest(&versions) else { return Err(self.none_in_common(&versions)) };
        if !revision.is_stateless() {
            return Ok(None);
        }
        let version = ProtocolVersion::new(revision.as_str()).map_err(ClientError::Handshake)?;
        let handshake = Handshake::from_discover(result.as_str(), version).map_err(ClientError::Handshake)?;
        Ok(Some(Opened { revision, handshake, result: result.into_string().into() }))
    }

    fn refused(&self, refusal: Refusal) -> Result<Option<Opened>, ClientError> {
        match refusal.code {
            code::HEADER_MISMATCH | code::MISSING_CAPABILITY => Err(self.link.refusal(refusal)),
            code::UNSUPPORTED_VERSION => match newest(&refusal.supported) {
                // It says that it speaks what it has just refused to.
                Some(revision) if revision.is_stateless() => Err(self.link.refusal(refusal)),
                Some(_) => Ok(None),
                None => Err(self.none_in_common(&refusal.supported)),
            },
            _ => Ok(None),
        }
    }

    async fn initialize(&self) -> Result<Result<Opened, Refusal>, ClientError> {
        let params = json!({
            "protocolVersion": Revision::NEWEST_OLDER.as_str(),
            "capabilities": &self.options.capabilities,
            "clientInfo": { "name": &self.options.name, "version": &self.options.version },
        });
        let request = Outgoing::new(Method::Initialize, None, params, self.options);
        self.options.steps.tell(Step::Initialize);
        let result = match self.call(&request, self.options.call_timeout).await? {
            Ok(result) => result,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let handshake = Handshake::from_initialize(result.as_str()).map_err(ClientError::Handshake)?;
        let version = handshake.protocol_version().as_str();
        let revision = Revision::find(version).ok_or_else(|| self.none_in_common(&[version.to_owned()]))?;

        let notification = Outgoing::new(Method::Initialized, Some(revision), json!({}), self.options);
        let sent = timeout(self.options.call_timeout, self.link.notify(&notification)).await;
        sent.unwrap_or(Err(ClientError::Timeout))?;
        Ok(Ok(Opened { revision, handshake, result: result.into_string().into() }))
    }

    /// The error that these versions are, without those that repeat a secret.
    fn none_in_common(&self, versions: &[String]) -> ClientError {
        const SHOWN: usize = 16;
        let told = versions.iter().filter(|version| !self.link.secrets().are_in(version));
        ClientError::NoCommonVersion { offered: told.take(SHOWN).map(|text| Quote::new(text)).collect() }
    }

    async fn call(&self, request: &Outgoing, most: Duration) -> Result<Result<Answer, Refusal>, ClientError> {
        let call = self.link.call(self.calls.next(), request);
        timeout(most, call).await.unwrap_or(Err(ClientError::Timeout))
    }
}

/// The newest of these versions that is spoken here.
fn newest(versions: &[String]) -> Option<Revision> {
    versions.iter().filter_map(|version| Revision::find(version)).max()
}

/// Whether an HTTP status is how a server, or what stands before it, refuses a request without a session. Being
/// unauthorised, or too frequent, says nothing of the revision.
fn means_older(status: u16) -> bool {
    (400..500).contains(&status) && !matches!(status, 401 | 403 | 407 | 429)
}
