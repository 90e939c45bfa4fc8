//! A question about every byte of a text, asked of eight at once: most texts are short and plain.

const ONES: u64 = u64::from_le_bytes([0x01; 8]);
const HIGH: u64 = u64::from_le_bytes([0x80; 8]);

/// Whether a text is printable ASCII and nothing else.
#[inline]
#[must_use]
pub fn printable(text: &str) -> bool {
    // Of a word whose bytes are all printable, none of these has the high bit of a byte set. One has of any other word with
    // a control in it, or with the first byte of a character beyond ASCII, which is 0xC2 or higher.
    let odd = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        word.wrapping_add(ONES) | word.wrapping_sub(ONES * 0x20)
    };
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    // The last word takes bytes again that were looked at before, rather than a few alone. A short text is filled up.
    let last = text.as_bytes().last_chunk().copied().unwrap_or_else(|| {
        let mut last = [b' '; 8];
        last.iter_mut().zip(rest).for_each(|(slot, &byte)| *slot = byte);
        last
    });
    words.iter().fold(odd(&last), |so_far, word| so_far | odd(word)) & HIGH == 0
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn wherever_a_byte_is() {
        for length in 0..50 {
            let plain = "~ ".repeat(length).split_off(length);
            assert!(printable(&plain), "{length}");
            for (at, odd) in (0..length)
                .flat_map(|at| ["\u{1f}", "\u{7f}", "\u{80}", "é", "\u{ff}", "𐀀", "\0"].map(|odd| (at, odd)))
            {
                let mut text = plain.clone();
                text.replace_range(at..=at, odd);
                assert!(!printable(&text), "{text:?}");
            }
        }
    }
}
