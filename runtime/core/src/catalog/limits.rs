//! How much of a catalog a host takes (C11).

use std::time::Duration;

/// What discovery may fetch. Zero means none, not *without bound*.
///
/// Unlike the bounds of single texts, these are the host's own: another host may take more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The pages of one family.
    pub pages: usize,
    /// The tools.
    pub tools: usize,
    /// The prompts.
    pub prompts: usize,
    /// The resources; and, counted for themselves, the resource templates.
    pub resources: usize,
    /// The bytes of one page.
    pub page_bytes: usize,
    /// The bytes of all pages of all families together.
    pub total_bytes: usize,
    /// How long the server may take for one page.
    pub page_timeout: Duration,
    /// How long all of it may take.
    pub timeout: Duration,
}

impl Default for Limits {
    /// 1,000 pages a family; 10,000 tools, prompts, resources and templates each; 16 MiB a page and 64 MiB in all; 30
    /// seconds a page and five minutes in all.
    fn default() -> Self {
        const MIB: usize = 1024 * 1024;
        Self {
            pages: 1_000,
            tools: 10_000,
            prompts: 10_000,
            resources: 10_000,
            page_bytes: 16 * MIB,
            total_bytes: 64 * MIB,
            page_timeout: Duration::from_secs(30),
            timeout: Duration::from_secs(5 * 60),
        }
    }
}
