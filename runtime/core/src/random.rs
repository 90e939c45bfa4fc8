//! Randomness, injected (G1): the identities of warnings come from a [`Randomness`] and from nowhere else.

use std::{error::Error, fmt};

/// A source of random bytes.
pub trait Randomness: Send + Sync + 'static {
    /// Fills `bytes`.
    ///
    /// # Errors
    /// Where the source cannot answer; what needed it then fails.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError>;
}

/// The operating system's generator.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsRandom;

impl Randomness for OsRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        getrandom::fill(bytes).map_err(|error| RandomError(error.into()))
    }
}

/// The source of randomness did not answer.
pub struct RandomError(Box<dyn Error + Send + Sync>);

impl RandomError {
    /// An error of a source of one's own.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(cause.into())
    }

    /// The cause, for an error that says the rest in the same words.
    pub(crate) fn into_cause(self) -> Box<dyn Error + Send + Sync> {
        self.0
    }
}

impl fmt::Debug for RandomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the cause, which is private (G18).
        f.write_str("RandomError")
    }
}

impl fmt::Display for RandomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the source of randomness did not answer")
    }
}

impl Error for RandomError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}
