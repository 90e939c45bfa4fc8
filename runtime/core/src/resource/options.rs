//! What an adapter may bring to one read: a deadline, the sizes of its own encoding, and an ear for progress
//! (G21, G23).

use std::fmt;

use super::{Bundle, Deadline, Item, size};

/// How one read is done, where it is not done in the usual way.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct ReadOptions<'a> {
    /// When the read must be over. Without, `readTimeout` from the call on.
    pub deadline: Option<Deadline<'a>>,
    /// The sizes that the limits hold for. Without, those of the JSON of a [`Bundle`].
    pub sizer: Option<&'a dyn Sizer>,
    /// Told after each body that was read.
    pub progress: Option<&'a (dyn Fn(Progress) + Send + Sync)>,
}

impl<'a> ReadOptions<'a> {
    /// The usual way.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the deadline, as [`Gateway::start`](super::Gateway::start) gave it at the adapter's entry.
    #[must_use]
    pub fn deadline(mut self, deadline: Deadline<'a>) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Sets the sizer.
    #[must_use]
    pub fn sizer(mut self, sizer: &'a dyn Sizer) -> Self {
        self.sizer = Some(sizer);
        self
    }

    /// Sets what is told of progress. It is called between two bodies, so it must be quick.
    #[must_use]
    pub fn progress(mut self, progress: &'a (dyn Fn(Progress) + Send + Sync)) -> Self {
        self.progress = Some(progress);
        self
    }
}

impl fmt::Debug for ReadOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadOptions")
            .field("deadline", &self.deadline)
            .field("sizer", &self.sizer.is_some())
            .field("progress", &self.progress.is_some())
            .finish()
    }
}

/// How far a read has come. Items that the caller may not see or read are in neither number (G10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The items that were tried.
    pub done: usize,
    /// The items that the first phase allowed.
    pub total: usize,
}

/// The sizes of an encoding, pure and never too small (G21).
///
/// What the items are estimated at, with [`result`](Self::result)'s envelope, must bound what goes out. Limits
/// on encoded bytes are held against these numbers, once for each item and once more for the whole.
pub trait Sizer: Send + Sync {
    /// The most bytes that `item` takes.
    fn item(&self, item: &Item) -> usize;

    /// The most bytes that the assembled result takes. Unless overridden: the items, a comma between two, the
    /// metadata with the report, and the JSON around them.
    fn result(&self, bundle: &Bundle) -> usize {
        let items = bundle.items().iter().map(|item| self.item(item));
        size::result(items, bundle.report_bytes)
    }
}

/// The exact sizes of the JSON of a [`Bundle`] and its [`Item`]s.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonSizer;

impl Sizer for JsonSizer {
    fn item(&self, item: &Item) -> usize {
        item.size()
    }
}
