//! The hash of one value of bytes in a domain, as an `Encoder` comes to it (C12).
//!
//! Schemas are many and short: to hash and to check them is most of what a generation costs. So what stands before each is
//! made once and for all, and their blocks are hashed where they lie, without a hasher that is filled and emptied for each.

use sha2::block_api::compress256;

/// The bytes of a block of SHA-256.
const BLOCK: usize = 64;

/// SHA-256 before the first block.
const INITIAL: [u32; 8] =
    [0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19];

/// How the first block of every value of a domain begins.
pub(super) struct Head {
    block: [u8; BLOCK],
    /// The bytes that are the same for all values. The length of the value fits behind them.
    length: usize,
}

impl Head {
    /// # Panics
    /// If the domain does not fit.
    pub(super) const fn new(domain: &str, version: u32) -> Self {
        const NUMBER: usize = size_of::<u64>();
        let mut block = [0; BLOCK];
        let (length, behind) = block.split_at_mut(NUMBER);
        length.copy_from_slice(&(domain.len() as u64).to_be_bytes());
        let (text, behind) = behind.split_at_mut(domain.len());
        text.copy_from_slice(domain.as_bytes());
        let (number, behind) = behind.split_at_mut(size_of::<u32>());
        number.copy_from_slice(&version.to_be_bytes());
        let (_, room) = behind.split_at(NUMBER);
        Self { length: BLOCK - NUMBER - room.len(), block }
    }
}

/// Hashes one value of bytes, as far at a time as it is told to.
pub(super) enum BytesHasher<'a> {
    /// More than the first block, which is hashed.
    Long { state: [u32; 8], rest: &'a [u8], length: usize },
    /// A value that the first block has room for.
    Short([u8; 32]),
}

impl<'a> BytesHasher<'a> {
    #[inline]
    pub(super) fn new(head: &Head, bytes: &'a [u8]) -> Self {
        let mut block = head.block;
        let (_, behind) = block.split_at_mut(head.length);
        let (count, room) = behind.split_at_mut(size_of::<u64>());
        count.copy_from_slice(&(bytes.len() as u64).to_be_bytes());
        let length = BLOCK - room.len() + bytes.len();
        let mut state = INITIAL;
        match bytes.split_at_checked(room.len()) {
            Some((first, rest)) => {
                room.copy_from_slice(first);
                compress256(&mut state, &[block]);
                Self::Long { state, rest, length }
            }
            None => {
                room.split_at_mut(bytes.len()).0.copy_from_slice(bytes);
                Self::Short(finish(state, block.split_at(length).0, length))
            }
        }
    }

    /// Hashes whole blocks, as many as there are before the last `left` bytes.
    #[inline]
    pub(super) fn up_to(&mut self, left: usize) {
        if let Self::Long { state, rest, .. } = self
            && let due @ BLOCK.. = rest.len().saturating_sub(left) / BLOCK * BLOCK
        {
            let (due, behind) = rest.split_at(due);
            compress256(state, due.as_chunks().0);
            *rest = behind;
        }
    }

    #[inline]
    pub(super) fn finish(self) -> [u8; 32] {
        match self {
            Self::Long { mut state, rest, length } => {
                let (blocks, rest) = rest.as_chunks();
                compress256(&mut state, blocks);
                finish(state, rest, length)
            }
            Self::Short(hash) => hash,
        }
    }
}

/// Hashes the last bytes, less than a block, of so many in all.
#[inline]
fn finish(mut state: [u32; 8], rest: &[u8], length: usize) -> [u8; 32] {
    // Behind the last byte stands a bit that is set, and at the end of a block the number of bits.
    let mut last = [[0; BLOCK]; 2];
    let (begun, behind) = last.as_flattened_mut().split_at_mut(rest.len());
    begun.copy_from_slice(rest);
    if let Some(first) = behind.first_mut() {
        *first = 0x80;
    }
    let blocks = if rest.len() + 1 + size_of::<u64>() <= BLOCK { last.split_at_mut(1).0 } else { &mut last };
    if let Some(end) = blocks.as_flattened_mut().last_chunk_mut() {
        *end = (8 * length as u64).to_be_bytes();
    }
    compress256(&mut state, blocks);
    let mut hash = [0; 32];
    hash.as_chunks_mut().0.iter_mut().zip(state).for_each(|(slot, word)| *slot = word.to_be_bytes());
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::encode::Encoder;

    #[test]
    fn an_encoder_comes_to_the_same() {
        let text = "bytes of some length, ".repeat(20);
        for domain in ["", "short", "it leaves room for a number and nothing else"] {
            let head = Head::new(domain, 3);
            for bytes in (0..text.len()).filter_map(|length| text.get(..length)) {
                let mut encoder = Encoder::new(domain, 3);
                encoder.text(bytes);
                let expected = encoder.finish();
                for step in [1, 29, 64, 1000] {
                    let mut hasher = BytesHasher::new(&head, bytes.as_bytes());
                    (0..bytes.len()).rev().step_by(step).for_each(|left| hasher.up_to(left));
                    assert_eq!(hasher.finish(), expected, "{domain:?}, {}, {step}", bytes.len());
                }
            }
        }
    }

    #[test]
    fn also_of_many_blocks_at_once() {
        let text = "bytes of some length, ".repeat(20_000);
        let mut encoder = Encoder::new("long", 1);
        encoder.text(&text);
        let mut hasher = BytesHasher::new(&Head::new("long", 1), text.as_bytes());
        hasher.up_to(1);
        assert_eq!(hasher.finish(), encoder.finish());
    }
}
