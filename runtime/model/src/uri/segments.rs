//! The segments of a path, one after another, without looking at the same byte twice.

/// What stands between the slashes of a path. A path has at least one segment, perhaps empty.
#[derive(Clone, Copy)]
pub(crate) struct Segments<'a> {
    path: &'a str,
    /// Where the next segment begins; behind the path's end once every segment is behind.
    at: usize,
    /// The slashes not yet passed, among the first 64 bytes.
    slashes: u64,
}

impl<'a> Segments<'a> {
    /// The segments of `path`; `slashes` has a bit for each slash among its first 64 bytes.
    pub(super) fn new(path: &'a str, slashes: u64) -> Self {
        Self { path, at: 0, slashes }
    }

    /// Whether every segment is behind.
    pub(crate) fn is_over(&self) -> bool {
        self.at > self.path.len()
    }

    /// The same segments from the one that begins at byte `at` on, `passed` slashes further.
    pub(crate) fn skip_to(mut self, at: usize, passed: usize) -> Self {
        for _ in 0..passed {
            self.slashes &= self.slashes.wrapping_sub(1);
        }
        Self { at, ..self }
    }

    /// The next segment's bytes.
    #[inline]
    pub(crate) fn next_bytes(&mut self) -> Option<&'a [u8]> {
        let (start, end) = self.advance();
        self.path.as_bytes().get(start..end)
    }

    /// Goes behind the next segment, and says where it begins and ends.
    #[inline]
    fn advance(&mut self) -> (usize, usize) {
        let (start, end) = (self.at, self.end());
        self.at = end + 1;
        // Clears the lowest bit, and leaves zero as it is.
        self.slashes &= self.slashes.wrapping_sub(1);
        (start, end)
    }

    /// Where the segment that begins at `at` ends.
    #[inline]
    fn end(&self) -> usize {
        if self.slashes != 0 {
            return self.slashes.trailing_zeros() as usize;
        }
        let length = self.path.len();
        if length <= 64 {
            return length;
        }
        let from = self.at.max(64);
        let far = self.path.as_bytes().get(from..).unwrap_or_default();
        far.iter().position(|&byte| byte == b'/').map_or(length, |length| from + length)
    }
}

impl<'a> Iterator for Segments<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let (start, end) = self.advance();
        self.path.get(start..end)
    }
}
