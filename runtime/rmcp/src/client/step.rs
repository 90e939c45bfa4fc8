//! The steps by which a connection is opened, for whoever waits for it.

use std::{fmt, sync::Arc};

#[cfg(doc)]
use super::{Client, Options};

/// What happens while a connection is opened; see [`Options::on_step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// The server is asked `server/discover`.
    Discover,
    /// It has said nothing to that in the time that it had ([`Options::probe_timeout`]), so it is taken for an older one.
    Unanswered,
    /// The program has ended without an answer, so [it is started once more](Client::spawn) and asked as an older one.
    Restarted,
    /// The server is asked `initialize`.
    Initialize,
}

/// Who is told of the steps.
#[derive(Clone, Default)]
pub(crate) struct Steps(Option<Arc<dyn Fn(Step) + Send + Sync>>);

impl Steps {
    pub(crate) fn new(told: impl Fn(Step) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    pub(crate) fn tell(&self, step: Step) {
        if let Some(told) = &self.0 {
            told(step);
        }
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "told" } else { "untold" })
    }
}
