//! What a command says by its exit code.

use std::process::ExitCode;

/// How a command ended, from the best to the worst for a command that looks at several things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exit {
    /// All is well: clean, matched, listed, or read in full.
    Success,
    /// The bundle lacks items that are visible.
    Partial,
    /// The answer is no: defects, no match, or a read or listing that failed.
    Failure,
    /// There is no answer: the arguments are wrong, a file cannot be read or written, or a server cannot be asked.
    Trouble,
    /// There is no answer: what a server offers has a defect, whatever the limits are.
    Defective,
    /// There is no answer: a server offers more than the limits allow.
    OverLimit,
}

impl Exit {
    /// The code that the process exits with.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Trouble => 2,
            Self::Partial => 3,
            Self::Defective => 4,
            Self::OverLimit => 5,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}
