//! The revisions of the protocol that a client speaks.

/// One of them, the oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Revision {
    November2024,
    March2025,
    June2025,
    November2025,
    July2026,
}

impl Revision {
    /// The newest that has `initialize`.
    pub(crate) const NEWEST_OLDER: Self = Self::November2025;
    /// The newest of all.
    pub(crate) const NEWEST: Self = Self::July2026;

    const ALL: [Self; 5] =
        [Self::November2024, Self::March2025, Self::June2025, Self::November2025, Self::July2026];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::November2024 => "2024-11-05",
            Self::March2025 => "2025-03-26",
            Self::June2025 => "2025-06-18",
            Self::November2025 => "2025-11-25",
            Self::July2026 => "2026-07-28",
        }
    }

    pub(crate) fn find(version: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.as_str() == version)
    }

    /// Whether every request says by itself what a handshake said before.
    pub(crate) fn is_stateless(self) -> bool {
        self >= Self::July2026
    }

    /// Whether HTTP requests name the revision in a header.
    #[cfg(feature = "client-http")]
    pub(crate) fn has_version_header(self) -> bool {
        self >= Self::June2025
    }
}
