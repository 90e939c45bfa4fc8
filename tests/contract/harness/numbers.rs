//! A small generator of numbers, the same in every run and on every machine.

pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    /// A character of any class: plain, escaped in JSON, of one to four bytes, at the edges of the surrogates.
    pub(crate) fn character(&mut self) -> char {
        let code = match self.below(8) {
            0 => self.below(0x20),
            1 => self.pick(&[0x22, 0x5c, 0x2f, 0x7f, 0x80, 0x9f, 0xff]),
            2 => self.pick(&[0x2028, 0x2029, 0xd7ff, 0xe000, 0xfeff, 0xffff, 0x1_0000, 0x10_ffff]),
            3 => self.below(0x11_0000),
            _ => self.between(0x20, 0x7e),
        };
        char::from_u32(u32::try_from(code).unwrap()).unwrap_or('\u{fffd}')
    }

    pub(crate) fn text(&mut self, most: usize) -> String {
        (0..self.below(most + 1)).map(|_| self.character()).collect()
    }
}
