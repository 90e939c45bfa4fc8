//! Why one read got no body: the private cause that the host finds behind a reader's error (G18).

use std::{error::Error, fmt};

use wayleave::resource::{PlanError, ReadError};

/// Why there is no body.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A capture does not parse as what the manifest says it is.
    Capture,
    /// Nothing is stored there that may be served.
    Absent(Box<dyn Error + Send + Sync>),
    /// The body has more bytes than may be used; how many, where that is known.
    TooLarge(Option<u64>),
    /// A body of a text type that is not UTF-8.
    NotText(Box<dyn Error + Send + Sync>),
    /// A bundle was asked for a body of its own.
    Bundle,
    /// The store or the template engine failed.
    Failed(Box<dyn Error + Send + Sync>),
}

/// For an item, every fault is the reader's: a sibling may still be delivered (G13).
impl From<Fault> for ReadError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::TooLarge(bytes) => Self::too_large(bytes),
            Fault::NotText(_) => Self::invalid_content(fault),
            Fault::Capture | Fault::Absent(_) | Fault::Bundle | Fault::Failed(_) => Self::failed(fault),
        }
    }
}

/// For the resource that was asked for, an absent object and a bad capture are *not found* to the caller (G9).
impl From<Fault> for PlanError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Capture => Self::bad_capture(),
            Fault::Absent(_) => Self::not_found_because(fault),
            Fault::TooLarge(_) | Fault::NotText(_) | Fault::Bundle | Fault::Failed(_) => Self::failed(fault),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Capture => "a capture does not parse as its type",
            Self::Absent(_) => "nothing is stored there that may be served",
            Self::TooLarge(_) => "the body is too large",
            Self::NotText(_) => "the body is of a text type and is not UTF-8",
            Self::Bundle => "a bundle has no body of its own",
            Self::Failed(_) => "the body could not be made",
        })
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Absent(cause) | Self::NotText(cause) | Self::Failed(cause) => Some(&**cause),
            Self::Capture | Self::TooLarge(_) | Self::Bundle => None,
        }
    }
}
