//! How a client behaves, whatever it connects over.

use std::time::Duration;

use serde_json::{Map, Value};

use super::{
    meter::Bounds,
    step::{Step, Steps},
};

/// Who the client says it is, which revisions it tries, and how long and how large anything may be.
#[derive(Clone, Debug)]
#[must_use]
pub struct Options {
    pub(crate) name: Box<str>,
    pub(crate) version: Box<str>,
    pub(crate) capabilities: Map<String, Value>,
    pub(crate) opening: Opening,
    pub(crate) call_timeout: Duration,
    pub(crate) probe_timeout: Duration,
    pub(crate) bounds: Bounds,
    pub(crate) steps: Steps,
}

/// How a connection begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Opening {
    /// By `server/discover`, and by `initialize` where the server is too old to know it.
    #[default]
    Newest,
    /// By `server/discover` (2026-07-28), and not at all where the server does not know it.
    Discover,
    /// By `initialize` (2025-11-25 and before).
    Initialize,
}

impl Options {
    /// A client of this name and version. It tries `server/discover` for 10 seconds and waits 60 seconds for every other
    /// answer. A message may have 16 MiB, with 64 KiB more for what is around a page, and 128 levels.
    pub fn new(name: impl Into<Box<str>>, version: impl Into<Box<str>>) -> Self {
        const MIB: usize = 1024 * 1024;
        Self {
            name: name.into(),
            version: version.into(),
            capabilities: Map::new(),
            opening: Opening::default(),
            call_timeout: Duration::from_secs(60),
            probe_timeout: Duration::from_secs(10),
            bounds: Bounds { bytes: 16 * MIB + 64 * 1024, levels: 128 },
            steps: Steps::default(),
        }
    }

    /// Sets what the client says it can do: nothing, without. This client does nothing a server asks for but answer a
    /// `ping`; so that is for whoever [shares](super::Client::share) the connection.
    pub fn capabilities(mut self, capabilities: Map<String, Value>) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Sets how the connection begins.
    pub fn opening(mut self, opening: Opening) -> Self {
        self.opening = opening;
        self
    }

    /// Sets how long an answer may take. Discovery has a time of its own for each page,
    /// [`page_timeout`](wayleave::catalog::Limits::page_timeout); the shorter one counts.
    pub fn call_timeout(mut self, timeout: Duration) -> Self {
        self.call_timeout = timeout;
        self
    }

    /// Sets how long a server may take to say whether it knows `server/discover`. One that says nothing is taken for an
    /// older one.
    pub fn probe_timeout(mut self, timeout: Duration) -> Self {
        self.probe_timeout = timeout;
        self
    }

    /// Sets who is told what happens while the connection is opened. It is told from within, so it should do no more than
    /// hand that on.
    pub fn on_step(mut self, told: impl Fn(Step) + Send + Sync + 'static) -> Self {
        self.steps = Steps::new(told);
        self
    }

    /// Sets the most bytes of a message. A page that discovery would take
    /// ([`page_bytes`](wayleave::catalog::Limits::page_bytes)) must fit, with what is around it.
    pub fn max_message_bytes(mut self, bytes: usize) -> Self {
        self.bounds.bytes = bytes;
        self
    }

    /// Sets the most levels of a message. A schema may have
    /// [`SCHEMA_LEVELS`](wayleave::catalog::bounds::SCHEMA_LEVELS) of its own.
    pub fn max_message_levels(mut self, levels: usize) -> Self {
        self.bounds.levels = levels;
        self
    }
}
